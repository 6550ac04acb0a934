import { roles } from '@tagma/contract/roles.ts'
import { expect, test } from 'vitest'
import { rolesToGive } from './invite-choices.ts'

test('people may give their own role and those below, never one above', () => {
  expect(rolesToGive(roles.owner).map(({ role }) => role)).toEqual([600, 400, 300, 200, 100])
  expect(rolesToGive(roles.member).map(({ role }) => role)).toEqual([600, 400])
})
