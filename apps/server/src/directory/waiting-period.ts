import type { UserRecord } from '#model/records.ts'
import { isGuest, isModerator } from '#model/roles.ts'
import type { OrganizationDirectory } from './organization-directory.ts'

const daySeconds = 24 * 3600

/**
 * Whether a user is a full member at a time in UNIX seconds: members once they have been there for `days`, everybody
 * above them at once, guests never.
 */
export const isFullMemberAt = (
  { organization }: OrganizationDirectory,
  user: Pick<UserRecord, 'role' | 'joinedAt'>,
  now: number,
  days: number = organization.settings.waiting_period_threshold,
): boolean => isModerator(user) || (!isGuest(user) && now - user.joinedAt >= days * daySeconds)
