import { expect, test } from 'vitest'
import { guide } from '#test/guide.ts'
import { isTest, missingTests, type NamedFile, namedFiles } from '#test/named-tests.ts'

// Checks the guide's page about Tagma's state for each requirement of OWASP ASVS 5.0.

/** Levels of the requirements by section, in their order. Requirements of level 3 are not on the page. */
const sections = `1.1:22 1.2:111112222 1.3:11222222222 1.4:222 1.5:12 2.1:122 2.2:112 2.3:1222 2.4:2 3.2:11 3.3:1222
3.4:112222 3.5:11122 3.7:22 4.1:122 4.2:2 4.3:22 4.4:1222 5.1:2 5.2:112 5.3:11 5.4:222 6.1:122 6.2:111111112222
6.3:1122 6.4:1122 6.5:22222 6.6:222 6.8:2222 7.1:222 7.2:1111 7.3:22 7.4:11222 7.5:22 7.6:22 8.1:12 8.2:112 8.3:1
8.4:2 9.1:111 9.2:1222 10.1:22 10.2:22 10.3:2222 10.4:11111222222 10.5:22222 10.6:22 10.7:222 11.1:22 11.2:222
11.3:112 11.4:1222 11.5:2 11.6:2 12.1:122 12.2:11 12.3:2222 13.1:2 13.2:22222 13.3:22 13.4:12222 14.1:22 14.2:1222
14.3:122 15.1:122 15.2:122 15.3:1222222 16.1:2 16.2:22222 16.3:2222 16.4:222 16.5:222 17.1:2 17.2:2222 17.3:22`

/** Each requirement as the page writes it, such as `1.1.1 L2`. */
const requirements = sections.split(/\s+/).flatMap((section) => {
  const [name, levels = ''] = section.split(':')
  return [...levels].map((level, index) => `${name}.${index + 1} L${level}`)
})

interface Row {
  readonly ids: readonly string[]
  readonly state: string
  /** Files that the row names, each with the titles of its tests. */
  readonly evidence: readonly NamedFile[]
  readonly why: string
}

const tableRows = guide('asvs')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2, -2).split(' | '))

const rows: readonly Row[] = tableRows
  .filter(([ids = '']) => /^\d/.test(ids))
  .map(([ids = '', , state = '', why = '']) => ({
    ids: ids.split(', '),
    state,
    evidence: namedFiles(why),
    why,
  }))

/** State of a row: met (with or without a test), not met, or not applicable. */
const stateOf = ({ state, evidence }: Row) =>
  state !== 'met'
    ? state
    : evidence.some(({ path }) => isTest(path))
      ? 'met, shown by a test'
      : 'met, shown by reading'

test('the page has every requirement of levels 1 and 2 once', () => {
  const ids = rows.flatMap((row) => row.ids)
  expect(ids.toSorted()).toEqual(requirements.toSorted())
  expect(requirements).toHaveLength(253)
})

test('met requirements name existing files and tests, and the others say why not', () => {
  const problems: string[] = []
  for (const { ids, state, evidence, why } of rows) {
    if (state !== 'met') {
      if (!['not met', 'n/a'].includes(state) || why === '')
        problems.push(`${ids.join(', ')}: ${state} without a reason`)
      continue
    }
    if (evidence.length === 0) problems.push(`${ids.join(', ')} names no file`)
    for (const file of evidence)
      problems.push(...missingTests(file).map((problem) => `${ids.join(', ')}: ${problem}`))
  }
  expect(problems).toEqual([])
})

test('the counts at the top match the rows', () => {
  const states = ['met, shown by a test', 'met, shown by reading', 'not met', 'n/a', 'all']
  const count = (state: string, level: string) =>
    rows
      .filter((row) => state === 'all' || stateOf(row) === state)
      .flatMap(({ ids }) => ids)
      .filter((id) => id.endsWith(level)).length
  const counted = states.map((state) => [
    state,
    ...['L1', 'L2', ''].map((level) => String(count(state, level))),
  ])
  expect(tableRows.filter(([state = '']) => states.includes(state))).toEqual(counted)
})
