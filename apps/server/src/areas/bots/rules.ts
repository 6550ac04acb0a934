import { can, isAdministrator } from '#areas/groups/can.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'

/** Whether somebody may make a bot of a type: incoming webhooks, which can only send, are a permission of their own. */
export const mayCreateBot = (directory: OrganizationDirectory, user: UserRecord, type: number): boolean =>
  can(directory, user, 'can_create_bots_group') ||
  (type === 2 && can(directory, user, 'can_create_write_only_bots_group'))

/** Whether somebody may change a bot: its owner, and administrators. */
export const mayAdminister = (user: UserRecord, bot: UserRecord): boolean =>
  bot.botOwnerId === user.id || isAdministrator(user)

/** Whether the first part of a bot's address can be this. */
export const isShortName = (name: string): boolean => /^[a-z0-9][a-z0-9_.-]{0,59}$/i.test(name)

/** Why an outgoing webhook cannot call an address; undefined when it can. */
export function payloadUrlProblem(text: string): string | undefined {
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol)
    ? undefined
    : 'payload_url is not a URL: outgoing webhooks need an address that begins with http:// or https://.'
}
