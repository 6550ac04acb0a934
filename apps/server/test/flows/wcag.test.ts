import { expect, test } from 'vitest'
import { guide } from '#test/guide.ts'
import { isTest, missingTests, namedFiles } from '#test/named-tests.ts'

// Checks the guide's page about WCAG 2.2: how the web client stands to each success criterion. Criterion 4.1.1 is not part of
// this version any more.

const levelA = `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4
2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`
const levelAA = `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2
3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`
const criteria = [
  ...levelA.split(/\s+/).map((id) => `${id} A`),
  ...levelAA.split(/\s+/).map((id) => `${id} AA`),
]

const tableRows = guide('wcag')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2, -2).split(' | '))

const rows = tableRows
  .filter(([id = '']) => /^\d/.test(id))
  .map(([id = '', , state = '', why = '']) => ({ id, state, why, evidence: namedFiles(why) }))

/** State of a row: met (with or without a test), not met, or not applicable. */
const stateOf = ({ state, evidence }: (typeof rows)[number]) =>
  state !== 'met'
    ? state
    : evidence.some(({ path }) => isTest(path))
      ? 'met, shown by a test'
      : 'met, shown by reading'

test('the page has every criterion of levels A and AA once', () => {
  expect(rows.map(({ id }) => id).toSorted()).toEqual(criteria.toSorted())
  expect(criteria).toHaveLength(55)
})

test('met criteria name existing files and tests, and the others say why not', () => {
  const problems: string[] = []
  for (const { id, state, evidence, why } of rows) {
    if (state !== 'met') {
      if (!['not met', 'n/a'].includes(state) || why === '') problems.push(`${id}: ${state} without a reason`)
      continue
    }
    // Keys are written as code, too.
    const files = evidence.filter(({ path }) => path.includes('/'))
    if (files.length === 0) problems.push(`${id} names no file`)
    problems.push(...files.flatMap(missingTests).map((problem) => `${id}: ${problem}`))
  }
  expect(problems).toEqual([])
})

test('the counts at the top match the rows', () => {
  const states = ['met, shown by a test', 'met, shown by reading', 'not met', 'n/a', 'all']
  const count = (state: string, level: RegExp) =>
    rows.filter((row) => (state === 'all' || stateOf(row) === state) && level.test(row.id)).length
  const counted = states.map((state) => [
    state,
    ...[/ A$/, / AA$/, / AA?$/].map((level) => String(count(state, level))),
  ])
  expect(tableRows.filter(([state = '']) => states.includes(state))).toEqual(counted)
})
