import { expect, test } from 'vitest'
import { legacyPolicy, legacyPolicyNames } from './legacy-policies.ts'
import { systemGroups } from './organization-permissions.ts'

test('a group has the number of the narrowest policy that takes all of it in', () => {
  const table = Object.fromEntries(
    legacyPolicyNames.map((name) => [
      name,
      Object.fromEntries([...systemGroups, 'designers'].map((group) => [group, legacyPolicy(name, group)])),
    ]),
  )
  const create = {
    'role:nobody': 2,
    'role:owners': 2,
    'role:administrators': 2,
    'role:moderators': 4,
    'role:fullmembers': 3,
    'role:members': 1,
    'role:everyone': 1,
    'role:internet': 1,
    designers: 1,
  }
  expect(table).toEqual({
    realm_create_public_stream_policy: create,
    realm_create_private_stream_policy: create,
    realm_create_web_public_stream_policy: {
      'role:nobody': 6,
      'role:owners': 7,
      'role:administrators': 2,
      'role:moderators': 4,
      'role:fullmembers': 4,
      'role:members': 4,
      'role:everyone': 4,
      'role:internet': 4,
      designers: 4,
    },
    realm_delete_own_message_policy: { ...create, 'role:everyone': 5, 'role:internet': 5, designers: 5 },
    realm_wildcard_mention_policy: {
      'role:nobody': 6,
      'role:owners': 5,
      'role:administrators': 5,
      'role:moderators': 7,
      'role:fullmembers': 3,
      'role:members': 2,
      'role:everyone': 1,
      'role:internet': 1,
      designers: 1,
    },
  })
})
