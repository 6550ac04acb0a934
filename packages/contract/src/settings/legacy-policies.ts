import type { SystemGroup } from './organization-settings.ts'

// The numbers that stood in the place of permissions before these named groups. Clients of that time read them still.

const policies: Partial<Record<SystemGroup, number>> = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:owners': 5,
  'role:nobody': 6,
  'role:moderators': 7,
}

/**
 * `realm_wildcard_mention_policy`: 1 everyone, 2 members, 3 full members, 5 administrators, 6 nobody, 7 moderators. A
 * group that no number stands for counts as the next stricter role, administrators.
 */
export const wildcardMentionPolicy = (group: string | undefined): number =>
  policies[group as SystemGroup] ?? 5

/** `realm_delete_own_message_policy`: 1 members, 2 administrators, 3 full members, 4 moderators, 5 everyone. */
export function deleteOwnMessagePolicy(group: string | undefined): number {
  const numbers: Partial<Record<SystemGroup, number>> = {
    'role:everyone': 5,
    'role:members': 1,
    'role:fullmembers': 3,
    'role:moderators': 4,
  }
  return numbers[group as SystemGroup] ?? 2
}
