import { expect, test } from 'vitest'
import { secretsProblem } from './secrets-problem.ts'

const keyed = { hasKey: () => true, isOurs: (secret: string) => secret.startsWith('ours.') }
const keyless = {
  hasKey: () => false,
  isOurs: () => {
    throw new Error('asking would make a key')
  },
}

test('the right key opens all secrets, and where nobody has one no key is needed', () => {
  expect(secretsProblem(keyed, ['ours.1', 'ours.2'])).toBeUndefined()
  expect(secretsProblem(keyless, [])).toBeUndefined()
})

test('a key that is gone is told, and none is made in its place', () => {
  expect(secretsProblem(keyless, ['ours.1'])).toMatch(/is gone.*from a backup/)
})

test('another key, and two keys beside each other, are told', () => {
  expect(secretsProblem(keyed, ['other.1', 'other.2'])).toMatch(/^All secrets/)
  expect(secretsProblem(keyed, ['ours.1', 'other.1'])).toMatch(/^Some secrets/)
})
