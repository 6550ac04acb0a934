import { isGuest } from '@tagma/rules/roles.ts'
import { subscribeUsers } from '#areas/channels/subscribe-users.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Random } from '#ports/random.ts'
import type { Tx } from '#store/log/tx.ts'
import { announceNewcomer } from './announce-newcomer.ts'
import { createUser, type NewAccount } from './create-user.ts'
import { sendWelcomeMail, type Welcome } from './welcome-mail.ts'

/**
 * Makes an account for a person and subscribes it to the given channels, by default to the organization's default
 * channels. Announces the newcomer if the organization has a channel for that, and welcomes them by mail if it does so.
 */
export async function createAccount(
  tx: Tx,
  directory: OrganizationDirectory,
  random: Random,
  account: NewAccount & {
    readonly channels?: readonly ChannelRecord[]
    /** False keeps the account from being announced. */
    readonly isAnnounced?: boolean
    /** Undefined sends the account no mail. */
    readonly welcome?: Welcome
  },
): Promise<UserRecord> {
  if (directory.userByEmail(account.email)) throw badRequest(`Email '${account.email}' already in use`)
  const { channels: given, isAnnounced = true, welcome, ...rest } = account
  const user = await createUser(tx, directory, random, rest)
  const channels = given ?? (isGuest(user) ? [] : defaultChannels(directory))
  if (channels.length > 0) await subscribeUsers(tx, directory, [user], channels)
  if (isAnnounced) await announceNewcomer(tx, directory, user)
  if (welcome) await sendWelcomeMail(tx, directory.organization, user, welcome)
  return user
}

/** Returns the channels that new users are subscribed to. */
export const defaultChannels = (directory: OrganizationDirectory): ChannelRecord[] =>
  [...directory.channels.values()].filter((channel) => channel.isDefault && !channel.isArchived)

export { accountProblem, wrongPart } from './account-problem.ts'
export { isEmailAddress } from './account-rules.ts'
