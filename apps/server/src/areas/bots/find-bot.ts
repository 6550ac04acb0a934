import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { mayAdminister } from './rules.ts'

/** Finds a bot that the caller administers. Throws BAD_REQUEST for other bots and for people. */
export function findBot(directory: OrganizationDirectory, caller: UserRecord, id: number): UserRecord {
  const bot = directory.users.get(id)
  if (!bot || bot.botType === null || isSystemBot(bot)) throw badRequest('No such bot')
  if (!mayAdminister(caller, bot)) throw badRequest('Insufficient permission')
  return bot
}
