import { type Role, roles } from '@tagma/contract/objects/user.ts'
import { isAdministrator, isAtLeast, isGuest, isModerator, isOwner, outranks } from '@tagma/rules/roles.ts'
import { expect, test } from 'vitest'

test.each([
  ['owner', 'owner administrator moderator'],
  ['administrator', 'administrator moderator'],
  ['moderator', 'moderator'],
  ['member', ''],
  ['guest', 'guest'],
] as const)('of an %s one can say: %s', (name, expected) => {
  const user = { role: roles[name] }
  const said = { owner: isOwner, administrator: isAdministrator, moderator: isModerator, guest: isGuest }
  expect(Object.entries(said).flatMap(([word, is]) => (is(user) ? [word] : []))).toEqual(
    expected.split(' ').filter(Boolean),
  )
})

test('every role outranks those after it, and is at least itself', () => {
  const ranked: readonly Role[] = [
    roles.owner,
    roles.administrator,
    roles.moderator,
    roles.member,
    roles.guest,
  ]
  for (const [place, role] of ranked.entries())
    for (const [other, lower] of ranked.entries()) {
      expect(outranks({ role }, { role: lower })).toBe(place < other)
      expect(isAtLeast({ role }, lower)).toBe(place <= other)
    }
})
