import { globSync, readFileSync } from 'node:fs'
import { basename, join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { doors } from './doors.ts'
import { makeTables, registers } from './generate-tables.ts'
import { families } from './layers.ts'

// Checks that no linter can make: files missing from a table, unused doors, one name for two things, and tiring words.

const root = join(import.meta.dirname, '..')
const areas = 'apps/server/src/areas'

const sources = new Map(
  globSync('{apps,packages,tools,bench}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')] as const),
)
const ofServer = [...sources].filter(
  ([path]) => path.startsWith('apps/server/src/') && !path.endsWith('.test.ts'),
)

/** The areas whose files an area imports through doors, with the file imported. */
const crossings = ofServer.flatMap(([path, source]) => {
  const [, own] = /^apps\/server\/src\/areas\/([^/]+)\//.exec(path) ?? []
  if (!own || own === 'tables') return []
  return [...source.matchAll(/from '#areas\/(([^/']+)\/[^']+)'/g)].flatMap(([, target = '', other = '']) =>
    other === own || !doors.has(target) ? [] : [{ own, other, target }],
  )
})

test('every door is used by another area', () => {
  const used = new Set(crossings.map(({ target }) => target))
  expect([...doors].filter((door) => !used.has(door))).toEqual([])
})

test('areas that need each other become fewer', () => {
  const pairs = new Set(crossings.map(({ own, other }) => `${own} ${other}`))
  const mutual = [...pairs].filter((pair) => {
    const [own = '', other = ''] = pair.split(' ')
    return own < other && pairs.has(`${other} ${own}`)
  })
  expect(mutual.toSorted()).toEqual([
    'accounts invites',
    'accounts users',
    'channels organization',
    'messages users',
  ])
})

test.each(registers)('every file named *$ending makes a $what', ({ ending, pattern }) => {
  const named = [...sources].filter(
    ([path]) => path.startsWith(`${areas}/`) && basename(path).endsWith(ending) && !path.endsWith('.test.ts'),
  )
  expect(named).not.toEqual([])
  expect(named.filter(([, source]) => !new RegExp(pattern).test(source)).map(([path]) => path)).toEqual([])
})

test('no two exports of the server share a name', () => {
  const exported = ofServer
    .filter(([path]) => !path.includes('/store/migrations/'))
    .flatMap(([path, source]) =>
      [
        ...source.matchAll(/^export (?:abstract |async )*(?:const|function\*?|class|interface|type) (\w+)/gm),
      ].map(([, name = '']) => ({ name, path })),
    )
  const places = Map.groupBy(exported, ({ name }) => name)
  const shared = [...places].filter(([, found]) => new Set(found.map(({ path }) => path)).size > 1)
  expect(shared.map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(', ')}`)).toEqual([])
})

test('one word names a family of tables: its folder, the types of its tables, its migrations', () => {
  const store = 'apps/server/src/store'
  const without = ['sql', 'migrations', 'engines', 'copying']
  const withTables = families.filter((family) => !without.includes(family))
  const typed = [...sources.keys()].flatMap(
    (path) => new RegExp(`^${store}/sql/tables/([a-z]+)\\.ts$`).exec(path)?.[1] ?? [],
  )
  expect(typed.toSorted()).toEqual(withTables.toSorted())
  // The first 34 are released under the names that they have.
  const named = new RegExp(`/migrations/(00[0-2]\\d|003[0-4]|\\d{4}-(${withTables.join('|')}))\\b`)
  const migrations = [...sources.keys()].filter((path) => /\/migrations\/\d/.test(path))
  expect(migrations).not.toEqual([])
  expect(migrations.filter((path) => !named.test(path))).toEqual([])
})

test('the tables that are made are marked as made', () => {
  const marked = readFileSync(join(root, '.gitattributes'), 'utf8')
    .split('\n')
    .flatMap((line) => /^(\S+) linguist-generated$/.exec(line)?.[1] ?? [])
  const unmarked = makeTables().filter(({ file }) => !marked.some((pattern) => matchesGlob(file, pattern)))
  expect(unmarked.map(({ file }) => file)).toEqual([])
  // A pattern that fits nothing has lost its files.
  expect(marked.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([])
})

test('a decision is a permission, a problem or the thing required, and nothing is named check', () => {
  const isOfApi = (path: string) => /\/endpoints\/check-[a-z-]+\.ts$/.test(path)
  const named = ofServer.flatMap(([path, source]) =>
    isOfApi(path)
      ? []
      : [
          ...source.matchAll(
            /^(?:export )?(?:async )?(?:const|let|function\*?|class|interface|type) (check(?![a-z])\w*)/gm,
          ),
        ].map(([, name = '']) => `${path}: ${name}`),
  )
  expect(named).toEqual([])
  const files = ofServer.map(([path]) => path).filter((path) => basename(path).startsWith('check-'))
  expect(files.filter((path) => !isOfApi(path))).toEqual([])
})

/** Here the network fails, in as many ways as there are systems. */
const catchesAll = [
  'apps/server/src/adapters/fcm-service.ts',
  'apps/server/src/adapters/http-external-media.ts',
]

test('no error is turned into nothing, whatever it says', () => {
  const found = ofServer.filter(([, source]) => /\.catch\(\(\) => (?:\[\]|undefined|null)\)/.test(source))
  expect(found.map(([path]) => path).toSorted()).toEqual(catchesAll)
})

test('in a handler the action keeps its name, and a declaration of that name is imported as endpoint', () => {
  const renamed = ofServer.flatMap(([path, source]) =>
    !path.includes('/endpoints/')
      ? []
      : [...source.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names = '', from = '']) => {
          const isDeclaration = from.startsWith('@tagma/contract/endpoints/')
          return [...names.matchAll(/\w+ as (\w+)/g)].flatMap(([text, alias]) =>
            isDeclaration && alias === 'endpoint' ? [] : [`${path}: ${text}`],
          )
        }),
  )
  expect(renamed).toEqual([])
})

/** The comments of a source as plain text. Consecutive line comments are one. */
function commentsIn(source: string): string[] {
  const found = source.matchAll(/(?<=^|\s)\/\*[^]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|(?<=\s)\/\/ .*$/gm)
  return [...found].map(([comment]) =>
    comment
      .replaceAll(/^\s*(?:\/\*\*?|\*(?!\/)|\/\/)|\*\/$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

const isTiring = (comment: string): boolean =>
  /\b(?:whom|anew|of before|is none)\b/i.test(comment) || /^(?:What|Those who|Whom) /.test(comment)

test('no comment has words that tire its reader', () => {
  const planted = [
    '/** What it costs. */',
    '/**\n * Those who\n * may read. */',
    'const x = 1 §§ Reads it anew.',
    '  §§ The one to\n  §§ whom it belongs.',
    '/* The name of\n   before. */',
  ].map((source) => source.replaceAll('§', '/')) // This file must pass too.
  expect(planted.filter((source) => !commentsIn(source).some(isTiring))).toEqual([])
  expect(commentsIn("const url = 'https://chat.example.com' // Keeps it.\n")).toEqual(['Keeps it.'])

  const styles = globSync('{apps,packages}/**/*.css', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
  const texts = [...sources, ...styles.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)]
  const tiring = texts.flatMap(([path, source]) =>
    commentsIn(source).flatMap((comment) => (isTiring(comment) ? [`${path}: ${comment.slice(0, 120)}`] : [])),
  )
  expect(styles).not.toEqual([])
  expect(tiring).toEqual([])
})

test('styles name sides by the direction of the text, so that the page mirrors', () => {
  const sided =
    /^ *(?:(?:padding|margin|border|inset)-(?:left|right)\b.*|(?:left|right): .*|(?:padding|margin): \S+ (\S+) \S+ (?!\1;)\S+;)$/
  const found = globSync('apps/web/src/**/*.css', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => sided.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  // The triangle of a player points to the right in every script.
  expect(found).toEqual(['apps/web/src/parts/messages/message-media.css: border-left-color: var(--on-veil);'])
})

test('each missed goal of a measurement has a sentence that says what stands in the way', () => {
  const silent = ['performance', 'scaling'].flatMap((page) => {
    const sections = readFileSync(join(root, `apps/site/content/tag/${page}.md`), 'utf8').split(/\n#+ /)
    return sections.flatMap((section) => {
      const lines = section.split('\n')
      const missed = lines.filter((line) => line.includes('**missed**')).map((line) => line.split(' | ')[0])
      const said = lines.filter((line) => line.startsWith('- **')).join('\n')
      return missed.filter((name = '') => !said.includes(name.slice(2)))
    })
  })
  // bench/src/obstacles.ts says them.
  expect(silent).toEqual([])
})
