import type { Person, RuledOrganization } from './organization.ts'
import { isGuest, isModerator } from './roles.ts'

const daySeconds = 24 * 3600

/**
 * Tells whether a user is a full member at a time in UNIX seconds. Members are after `days`, roles above them at once,
 * guests never.
 */
export const isFullMemberAt = (
  { organization }: Pick<RuledOrganization, 'organization'>,
  user: Pick<Person, 'role'> & { readonly joinedAt: number },
  now: number,
  days: number = organization.settings.waiting_period_threshold,
): boolean => isModerator(user) || (!isGuest(user) && now - user.joinedAt >= days * daySeconds)
