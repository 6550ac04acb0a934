import type { UserRecord } from '#model/records.ts'
import type { OrganizationDirectory } from './organization-directory.ts'

const daySeconds = 24 * 3600

/** Whether a member joined long enough ago to be a full member; `now` in UNIX seconds. */
export const isPastWaitingPeriod = (
  directory: OrganizationDirectory,
  user: Pick<UserRecord, 'joinedAt'>,
  now: number,
): boolean => now - user.joinedAt >= directory.organization.settings.waiting_period_threshold * daySeconds
