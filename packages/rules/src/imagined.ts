import { roles } from '@tagma/contract/roles.ts'
import type { Person } from './organization.ts'
import { spectatorId } from './spectator.ts'

/** An id that no account has. */
const noId = -1

/** People who do not exist: one of each role, in no group and no channel, and somebody without an account. */
export const imaginedPeople = {
  owner: { id: noId, role: roles.owner, isFullMember: true },
  administrator: { id: noId, role: roles.administrator, isFullMember: true },
  moderator: { id: noId, role: roles.moderator, isFullMember: true },
  member: { id: noId, role: roles.member, isFullMember: true },
  newcomer: { id: noId, role: roles.member, isFullMember: false },
  guest: { id: noId, role: roles.guest, isFullMember: false },
  'without-account': { id: spectatorId, role: roles.guest, isFullMember: false },
} as const satisfies Record<string, Person>

export type ImaginedPerson = keyof typeof imaginedPeople
