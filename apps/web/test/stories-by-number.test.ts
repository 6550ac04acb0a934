import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingTests, namedFiles } from '@tagma/server/test/named-tests.ts'
import { expect, test } from 'vitest'

// Checks docs/stories.md: each of the forty stories has tests, and they exist.

const rows = readFileSync(join(import.meta.dirname, '../../../docs/stories.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

test('each of the forty stories has tests that exist', () => {
  expect(rows.map(([number]) => Number(number))).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  const problems = rows.flatMap(([number, , named = '']) => {
    const files = namedFiles(named)
    return [...(files.length === 0 ? ['no test is named'] : []), ...files.flatMap(missingTests)].map(
      (problem) => `${number}: ${problem}`,
    )
  })
  expect(problems).toEqual([])
})
