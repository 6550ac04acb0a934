import type { UserRecord } from '#model/records.ts'
import type { OrganizationDirectory } from './organization-directory.ts'

/** The bots that a user owns, deactivated ones too. */
export const botsOf = (directory: OrganizationDirectory, user: UserRecord): UserRecord[] =>
  [...directory.users.values()].filter((other) => other.botType !== null && other.botOwnerId === user.id)

/** The active bots that a user owns. */
export const activeBotsOf = (directory: OrganizationDirectory, user: UserRecord): UserRecord[] =>
  botsOf(directory, user).filter((bot) => bot.isActive)
