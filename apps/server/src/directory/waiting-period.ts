import type { UserRecord } from '#model/records.ts'
import { isGuest, isModerator } from '#model/roles.ts'
import type { OrganizationDirectory } from './organization-directory.ts'

const daySeconds = 24 * 3600

/**
 * Tells whether a user is a full member at a time in UNIX seconds. Members are after `days`, roles above them at once,
 * guests never.
 */
export const isFullMemberAt = (
  { organization }: OrganizationDirectory,
  user: Pick<UserRecord, 'role' | 'joinedAt'>,
  now: number,
  days: number = organization.settings.waiting_period_threshold,
): boolean => isModerator(user) || (!isGuest(user) && now - user.joinedAt >= days * daySeconds)
