import type { OrganizationPermissionName, SystemGroup } from './organization-permissions.ts'

interface LegacyPolicy {
  /** The permission that replaced it. */
  readonly of: OrganizationPermissionName
  readonly numbers: Readonly<Partial<Record<SystemGroup, number>>>
  /** The number that includes every other group. */
  readonly widest: number
}

const roles = {
  'role:members': 1,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:administrators': 2,
  'role:owners': 2,
  'role:nobody': 2,
} as const

/**
 * The numbers that permissions had before they named groups. Older clients still read them. If no number means exactly
 * the group, a number is given that includes everybody in it.
 */
export const legacyPolicies = {
  realm_create_public_stream_policy: { of: 'can_create_public_channel_group', numbers: roles, widest: 1 },
  realm_create_private_stream_policy: { of: 'can_create_private_channel_group', numbers: roles, widest: 1 },
  realm_create_web_public_stream_policy: {
    of: 'can_create_web_public_channel_group',
    numbers: { 'role:moderators': 4, 'role:administrators': 2, 'role:owners': 7, 'role:nobody': 6 },
    widest: 4,
  },
  realm_delete_own_message_policy: {
    of: 'can_delete_own_message_group',
    numbers: { ...roles, 'role:everyone': 5 },
    widest: 5,
  },
  realm_wildcard_mention_policy: {
    of: 'can_mention_many_users_group',
    numbers: {
      'role:everyone': 1,
      'role:members': 2,
      'role:fullmembers': 3,
      'role:moderators': 7,
      'role:administrators': 5,
      'role:owners': 5,
      'role:nobody': 6,
    },
    widest: 1,
  },
} as const satisfies Record<string, LegacyPolicy>
export type LegacyPolicyName = keyof typeof legacyPolicies
export const legacyPolicyNames = Object.keys(legacyPolicies) as LegacyPolicyName[]

/** Returns the number for the group that a permission names. `group` is undefined unless it is a system group. */
export function legacyPolicy(name: LegacyPolicyName, group: string | undefined): number {
  const { numbers, widest }: LegacyPolicy = legacyPolicies[name]
  return numbers[group as SystemGroup] ?? widest
}
