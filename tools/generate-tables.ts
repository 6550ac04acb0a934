import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

// Makes the tables that list what lies in separate files: endpoints and events of the contract, and the integrations, and the server's
// handlers, snapshots and shapers. They are made from the file tree and committed; `npm run check` compares them.

interface Table {
  readonly file: string
  readonly text: string
}

const root = join(import.meta.dirname, '..')
const notice = '// Made by `npm run golden` from the files beside it; do not edit.\n\n'

const files = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted()

const camel = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const exportsOf = (path: string, pattern: RegExp) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].map((match) => match[1] ?? '')

/** The kinds of files that are found by the endings of their names, with the export that a table takes from each. */
export const registers = [
  {
    what: 'snapshot',
    ending: 'snapshot.ts',
    type: 'Snapshot',
    from: '#call/snapshot.ts',
    pattern: /export const (\w+): Snapshot\b/g,
    meaning: "Every area's part of the registration response.",
  },
  {
    what: 'shaper',
    ending: 'shape.ts',
    type: 'AnyShaper',
    from: '#events/shaper.ts',
    pattern: /export const (\w+): Shaper\b/g,
    meaning:
      'Functions that turn events into the form that each client wants; types without a shaper go out unchanged.',
  },
  {
    what: 'job',
    ending: 'job.ts',
    type: 'Job',
    from: '#jobs/job.ts',
    pattern: /export const (\w+): Job\b/g,
    meaning: 'Work that is done at its time, not for a request.',
  },
  {
    what: 'page',
    ending: 'page.ts',
    type: 'Page',
    from: '#http/page.ts',
    pattern: /export const (\w+): Page\b/g,
    meaning: 'Pages and files that browsers and clients fetch outside the API.',
  },
] as const

const contract = 'packages/contract/src'
const areas = 'apps/server/src/areas'

/** An export that a table lists. */
interface Listed {
  readonly name: string
  readonly path: string
}

const listed = (paths: readonly string[], pattern: RegExp): Listed[] =>
  paths.flatMap((path) => exportsOf(path, pattern).map((name) => ({ name, path })))

const imports = (exported: readonly Listed[], specifier: (path: string) => string) =>
  [...Map.groupBy(exported, ({ path }) => path)]
    .map(
      ([path, group]) => `import { ${group.map(({ name }) => name).join(', ')} } from '${specifier(path)}'\n`,
    )
    .join('')
const namesOf = (exported: readonly Listed[]) => exported.map(({ name }) => `  ${name},\n`).join('')
const fromContract = (path: string) => `.${path.slice(contract.length)}`
const fromAreas = (path: string) => `#areas${path.slice(areas.length)}`

/** Makes the text of all tables. */
export const makeTables = (): Table[] => [
  ...contractTables(),
  integrationTable(),
  handlerTable(),
  ...registerTables(),
]

function contractTables(): Table[] {
  const endpoints = listed(files(`${contract}/endpoints/*/*.ts`), /export const (\w+) = endpoint\(/g)
  const events = listed(files(`${contract}/events/*.ts`), /export const (\w+) = event\(/g)
  return [
    {
      file: `${contract}/endpoints.ts`,
      text: `${notice}${imports(endpoints, fromContract)}
/** Every endpoint, by operation id in camel case. */
export const endpoints = {\n${namesOf(endpoints)}} as const
`,
    },
    {
      file: `${contract}/events.ts`,
      text: `${notice}${imports(events, fromContract)}
/** Every event that clients can receive. */
export const events = [\n${namesOf(events)}] as const
`,
    },
  ]
}

function integrationTable(): Table {
  const folder = 'packages/integrations/src'
  const found = listed(files(`${folder}/*.ts`), /export const (\w+) = integration\(/g)
  return {
    file: `${folder}/integrations.ts`,
    text: `${notice}import type { Integration } from './integration.ts'
${imports(found, (path) => `.${path.slice(folder.length)}`)}
/** Every integration, by the name of its file. */
export const integrations: readonly Integration[] = [\n${namesOf(found)}]
`,
  }
}

function handlerTable(): Table {
  const handlers = files(`${areas}/*/endpoints/*.ts`).map((path) => ({
    name: camel(basename(path, '.ts')),
    path,
  }))
  return {
    file: `${areas}/tables/handlers.ts`,
    text: `${notice}import type { endpoints } from '@tagma/contract/endpoints.ts'
import type { HandlerFor } from '#call/call.ts'
${handlers.map(({ name, path }) => `import { ${name}Handler } from '${fromAreas(path)}'\n`).join('')}
/** Handlers of all endpoints of the contract: a missing one does not compile. */
export const handlers: { readonly [K in keyof typeof endpoints]: HandlerFor<(typeof endpoints)[K]> } = {
${handlers.map(({ name }) => `  ${name}: ${name}Handler,\n`).join('')}}
`,
  }
}

function registerTables(): Table[] {
  return registers.map(({ what, ending, type, from, pattern, meaning }) => {
    const exported = listed(files(`${areas}/**/*${ending}`), pattern)
    return {
      file: `${areas}/tables/${what}s.ts`,
      text: `${notice}import type { ${type} } from '${from}'
${imports(exported, fromAreas)}
/** ${meaning} */
export const ${what}s: readonly ${type}[] = [\n${namesOf(exported)}]
`,
    }
  })
}

/** Writes the tables that differ. With `check`, only names them. Returns the files that differ. */
export function syncTables({ check }: { check: boolean }): string[] {
  const stale: string[] = []
  for (const { file, text } of makeTables()) {
    const path = join(root, file)
    let current = ''
    try {
      current = readFileSync(path, 'utf8')
    } catch {
      // The file does not exist yet.
    }
    if (current === text) continue
    stale.push(file)
    if (!check) writeFileSync(path, text)
  }
  return stale
}
