import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'

const daySeconds = 24 * 3600

/** Whether a member joined long enough ago to be a full member; `now` in UNIX seconds. */
export const isPastWaitingPeriod = (
  directory: OrganizationDirectory,
  user: Pick<UserRecord, 'joinedAt'>,
  now: number,
): boolean => now - user.joinedAt >= directory.organization.settings.waiting_period_threshold * daySeconds
