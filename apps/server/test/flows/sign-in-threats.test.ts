import { expect, test } from 'vitest'
import { guide } from '#test/guide.ts'
import { isTest, missingTests, namedFiles } from '#test/named-tests.ts'

// Checks the guide's page about threats to signing in: each has tests, and they exist.

const rows = guide('sign-in-threats')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

test('each threat is on the page once, with tests that exist', () => {
  expect(rows.map(([id]) => Number(id))).toEqual(rows.map((_, index) => index + 1))
  expect(rows).toHaveLength(19)
  const problems = rows.flatMap(([id, , named = '']) => {
    const files = namedFiles(named)
    const shown = files.some(({ path }) => isTest(path)) ? [] : ['no test is named']
    return [...shown, ...files.flatMap(missingTests)].map((problem) => `${id}: ${problem}`)
  })
  expect(problems).toEqual([])
})
