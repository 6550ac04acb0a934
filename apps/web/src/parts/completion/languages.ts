import table from '@tagma/markdown/code-languages.json' with { type: 'json' }
import { mostSuggestions, type Suggestion } from './suggestion.ts'

/** Words after a fence that are no languages of code. */
const blocks = ['quote', 'spoiler', 'math']

/** Returns languages of code by their names and short names. One with just this short name comes first: `py` is Python. */
export function suggestLanguages(query: string): readonly Suggestion[] {
  const typed = query.toLowerCase()
  const words = Object.entries(table).flatMap(([name, written]) => {
    const [, ...aliases] = written.split(' ')
    const isNamed = name.toLowerCase().startsWith(typed)
    const alias = aliases.find((word) => word === typed) ?? aliases.find((word) => word.startsWith(typed))
    const word = alias ?? (isNamed ? aliases[0] : undefined)
    return word === undefined ? [] : [{ word, name, isNamed, isTyped: word === typed }]
  })
  const sorted = words.toSorted(
    (a, b) =>
      Number(b.isTyped) - Number(a.isTyped) ||
      Number(b.isNamed) - Number(a.isNamed) ||
      a.name.length - b.name.length ||
      a.name.localeCompare(b.name),
  )
  return [
    ...blocks
      .filter((word) => word.startsWith(typed))
      .map((word) => ({ key: word, label: word, insert: `${word}\n` })),
    ...sorted.map(({ word, name }) => ({ key: name, label: name, detail: word, insert: `${word}\n` })),
  ].slice(0, mostSuggestions)
}
