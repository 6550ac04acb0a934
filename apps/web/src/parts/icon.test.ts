import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const sources = dirname(import.meta.dirname)

/** Names of icons that point in the direction of reading, or show lines that begin on one side. */
const directed =
  /\b(?:Arrow(?:Left|Right)|Chevrons?(?:Left|Right)|Corner\w+|Reply\w*|Forward|Send\w*|Panel(?:Left|Right)\w*|Log(?:In|Out)|Move(?:Left|Right)|Undo2?|Redo2?|(?:Text)?Quote)\b/g

/** Returns the element or the object in which a name stands. */
function around(source: string, at: number): string {
  const tag = source.slice(0, at).match(/<[A-Z]\w*(?:[^<>]|=>)*$/)
  if (tag) return source.slice(tag.index, source.indexOf('>', at))
  let depth = 0
  let begin = at
  while (begin > 0 && depth <= 0) {
    begin--
    if (source[begin] === '{') depth++
    if (source[begin] === '}') depth--
  }
  return source.slice(begin, source.indexOf('}', at))
}

test('every icon with a direction turns in a mirrored page', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: sources }).flatMap((path) => {
    const source = readFileSync(join(sources, path), 'utf8')
    const icons = Array.from(source.matchAll(/import \{([^}]*)\} from 'lucide'/g), ([, list = '']) =>
      list.split(',').map((name) => name.trim()),
    ).flat()
    return (
      [...source.replaceAll(/import \{[^}]*\} from/g, (list) => ' '.repeat(list.length)).matchAll(directed)]
        .filter(([name]) => icons.includes(name))
        .map(({ 0: name, index }) => ({ path, name, where: around(source, index) }))
        // A table of icons says for which ones.
        .filter(({ name }) => !new RegExp(`turns: icon === ${name}\\b`).test(source))
    )
  })
  // They are found at all.
  expect(found.length).toBeGreaterThan(15)
  expect(found.filter(({ where }) => !/\bturns\b/.test(where))).toEqual([])
})
