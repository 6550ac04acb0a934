import { expect, test } from 'vitest'
import { suggestLanguages } from './languages.ts'

const labels = (query: string) => suggestLanguages(query).map(({ label }) => label)

test.each([
  ['py', 'Python'],
  ['js', 'JavaScript'],
  ['C++', 'C++'],
  ['pyt', 'Python'],
  ['quo', 'quote'],
])('%s offers %s first', (query, label) => {
  expect(labels(query)[0]).toBe(label)
})

test('a language is offered by its name, and its short name is written', () => {
  expect(suggestLanguages('typescr')[0]).toMatchObject({ label: 'TypeScript', insert: 'typescript\n' })
  expect(labels('no such language')).toEqual([])
})
