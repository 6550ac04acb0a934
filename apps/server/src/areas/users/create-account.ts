import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import { subscribeUsers } from '#areas/channels/subscribe-users.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import type { Random } from '#ports/random.ts'
import { badRequest } from '#server/refusal.ts'
import type { Tx } from '#store/transactions.ts'
import { createUser, type NewAccount } from './create-user.ts'

/** Makes an account for a person and subscribes them to the given channels, or else to the organization's default ones. */
export async function createAccount(
  tx: Tx,
  directory: OrganizationDirectory,
  random: Random,
  account: NewAccount & { readonly channels?: readonly ChannelRecord[] },
): Promise<UserRecord> {
  if (directory.userByEmail(account.email)) throw badRequest(`Email '${account.email}' already in use`)
  const { channels: given, ...rest } = account
  const user = await createUser(tx, directory, random, rest)
  const channels = given ?? (user.role < 600 ? defaultChannels(directory) : [])
  if (channels.length > 0) await subscribeUsers(tx, directory, [user], channels)
  return user
}

/** The channels that new users are subscribed to. */
export const defaultChannels = (directory: OrganizationDirectory): ChannelRecord[] =>
  [...directory.channels.values()].filter((channel) => channel.isDefault && !channel.isArchived)

/** Whether a text has the form of an email address. */
export const isEmailAddress = (text: string) => /^[^\s@<>()]+@[^\s@<>()]+$/.test(text) && text.length <= 254

/** Why an account cannot have this email address, name or password; undefined when it can. */
export function accountProblem({
  email,
  fullName,
  password,
}: {
  email: string
  fullName: string
  password: string
}): string | undefined {
  if (!isEmailAddress(email)) return 'Enter a valid email address.'
  if (fullName.trim() === '' || /[\u0000-\u001f*`\\>"@]/.test(fullName))
    return 'Enter a name without the characters * ` \\ > " @.'
  if (codePointLength(fullName) > limits.maxFullNameLength)
    return `Enter a name of at most ${limits.maxFullNameLength} characters.`
  const length = codePointLength(password)
  if (length < limits.passwordMinLength)
    return `Choose a password of at least ${limits.passwordMinLength} characters.`
  if (length > limits.passwordMaxLength)
    return `Choose a password of at most ${limits.passwordMaxLength} characters.`
  return undefined
}
