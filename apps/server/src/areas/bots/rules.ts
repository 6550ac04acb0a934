import { botTypes } from '@tagma/contract/objects/bot.ts'
import { type Role, roles } from '@tagma/contract/objects/user.ts'
import { can } from '#directory/can.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { isAdministrator, outranks, isGuest } from '#model/roles.ts'

/** Whether somebody may make a bot of a type: incoming webhooks, which can only send, are a permission of their own. */
export const mayCreateBot = (directory: OrganizationDirectory, user: UserRecord, type: number): boolean =>
  can(directory, user, 'can_create_bots_group') ||
  (type === botTypes.incomingWebhook && can(directory, user, 'can_create_write_only_bots_group'))

/** Whether somebody sees how a bot is set up: its owner, and administrators. */
export const maySeeBot = (user: UserRecord, bot: UserRecord): boolean =>
  bot.botOwnerId === user.id || isAdministrator(user)

/** Whether somebody may change a bot and have its key: those who see it, unless its role is above their own. */
export const mayAdminister = (user: UserRecord, bot: UserRecord): boolean =>
  maySeeBot(user, bot) && !outranks(bot, user)

/** Whether somebody may give a bot that they administer to an owner: nobody but administrators pushes bots on others. */
export const mayGiveBot = (user: UserRecord, ownerId: number): boolean =>
  isAdministrator(user) || ownerId === user.id

/** The role that a new bot gets: member, or guest where its owner is one. */
export const initialRole = (owner: UserRecord): Role => (isGuest(owner) ? roles.guest : roles.member)

/** Whether the first part of a bot's address can be this. */
export const isShortName = (name: string): boolean => /^[a-z0-9][a-z0-9_.-]{0,59}$/i.test(name)

/** Why an outgoing webhook cannot call an address; undefined when it can. */
export function payloadUrlProblem(text: string): string | undefined {
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol)
    ? undefined
    : 'payload_url is not a URL: outgoing webhooks need an address that begins with http:// or https://.'
}
