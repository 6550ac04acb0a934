import type { UserRecord } from './records.ts'

/** Whether a user administers the organization. */
export const isAdministrator = (user: UserRecord) => user.role <= 200

export const isOwner = (user: UserRecord) => user.role <= 100

export const isGuest = (user: UserRecord) => user.role >= 600
