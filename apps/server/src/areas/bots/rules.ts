import { botTypes } from '@tagma/contract/objects/bot.ts'
import { type Role, roles } from '@tagma/contract/objects/user.ts'
import { can } from '@tagma/rules/can.ts'
import { isAdministrator, outranks, isGuest } from '@tagma/rules/roles.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'

/**
 * Tells whether a user may make a bot of a type. Incoming webhooks can only send, so they have a permission of their
 * own.
 */
export const mayCreateBot = (directory: OrganizationDirectory, user: UserRecord, type: number): boolean =>
  can(directory, user, 'can_create_bots_group') ||
  (type === botTypes.incomingWebhook && can(directory, user, 'can_create_write_only_bots_group'))

/** Tells whether a user sees a bot's configuration: its owner and administrators do. */
export const maySeeBot = (user: UserRecord, bot: UserRecord): boolean =>
  bot.botOwnerId === user.id || isAdministrator(user)

/**
 * Tells whether a user may change a bot and read its key: as `maySeeBot`, unless the bot's role is above the user's.
 */
export const mayAdminister = (user: UserRecord, bot: UserRecord): boolean =>
  maySeeBot(user, bot) && !outranks(bot, user)

/** Tells whether a user may give a bot they administer to another owner. Only administrators may. */
export const mayGiveBot = (user: UserRecord, ownerId: number): boolean =>
  isAdministrator(user) || ownerId === user.id

/** Role of a new bot: guest if its owner is a guest, else member. */
export const initialRole = (owner: UserRecord): Role => (isGuest(owner) ? roles.guest : roles.member)

/** Tells whether the first part of a bot's address has an allowed form. */
export const isShortName = (name: string): boolean => /^[a-z0-9][a-z0-9_.-]{0,59}$/i.test(name)

/** Returns why an outgoing webhook cannot call an address, or undefined. */
export function payloadUrlProblem(text: string): string | undefined {
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol)
    ? undefined
    : 'payload_url is not a URL: outgoing webhooks need an address that begins with http:// or https://.'
}
