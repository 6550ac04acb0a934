import type { Role } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import type { WordId } from '#words/words.ts'

const names = {
  owner: 'invite.role-owner',
  administrator: 'invite.role-administrator',
  moderator: 'invite.role-moderator',
  member: 'invite.role-member',
  guest: 'invite.role-guest',
} as const satisfies Record<keyof typeof roles, WordId>

interface RoleChoice {
  readonly role: Role
  readonly name: WordId
}

/** Returns the roles that somebody may give to newcomers: their own, and those below. The lowest comes first. */
export function rolesToGive(own: number): readonly RoleChoice[] {
  return (Object.keys(roles) as (keyof typeof roles)[])
    .map((key): RoleChoice => ({ role: roles[key], name: names[key] }))
    .filter(({ role }) => role >= own)
    .toReversed()
}

const day = 24 * 60

/** The times until an invitation expires, in minutes; null for never. */
export const times: readonly { readonly minutes: number | null; readonly name: WordId }[] = [
  { minutes: day, name: 'invite.time-day' },
  { minutes: 10 * day, name: 'invite.time-ten-days' },
  { minutes: 30 * day, name: 'invite.time-month' },
  { minutes: null, name: 'invite.time-never' },
]
