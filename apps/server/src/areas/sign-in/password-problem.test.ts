import { describe, expect, test } from 'vitest'
import { passwordProblem } from './password-problem.ts'

const iris = {
  email: 'iris.lovelace@example.com',
  fullName: 'Iris Müller-Byron',
  organizationName: 'Analytical Engine',
}

describe('a good password is accepted', () => {
  test.each([
    'correct horse battery',
    'zwölf Zeichen',
    '🐎🔋🖇️ und noch etwas',
    '839201748365',
    'iris likes thunder',
    'x'.repeat(50) + ' y'.repeat(25),
  ])('%s', (password) => {
    expect(passwordProblem(password, iris)).toBeUndefined()
  })
})

describe('a common password, or one that others would try first, is refused', () => {
  test.each([
    ['elevenchars', 'at least 12 characters'],
    ['ä'.repeat(101), 'at most 100 characters'],
    ['123456789012', 'commonest'],
    ['PASSWORDpassword', 'commonest'],
    ['ｐａｓｓｗｏｒｄ１２３４', 'commonest'],
    ['qwertyuiopasdfghjkl', 'commonest'],
    ['iris.lovelace@example.com', 'easy to guess'],
    ['Iris.Lovelace', 'easy to guess'],
    ['Müller Byron 1815!', 'easy to guess'],
    ['AnalyticalEngine', 'easy to guess'],
    ['analytical-iris-2026', 'easy to guess'],
    ['Welcome2026!!', 'easy to guess'],
    ['tagma-tagma-tagma', 'easy to guess'],
  ])('%s', (password, reason) => {
    expect(passwordProblem(password, iris)).toContain(reason)
  })

  test('the heading lines of the list do not count as passwords', () => {
    const heading = '# the 10,000 commonest passwords of 12 to 100 characters: lower case, sorted.'
    expect(passwordProblem(heading, iris)).toBeUndefined()
  })
})
