import { subscribeUsers } from '#areas/channels/subscribe-users.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Random } from '#ports/random.ts'
import { badRequest } from '#server/refusal.ts'
import type { Tx } from '#store/transactions.ts'
import { createUser, type NewAccount } from './create-user.ts'

/** Makes an account for a person and subscribes them to the organization's default channels. */
export async function createAccount(
  tx: Tx,
  directory: OrganizationDirectory,
  random: Random,
  account: NewAccount,
): Promise<UserRecord> {
  if (directory.userByEmail(account.email)) throw badRequest(`Email '${account.email}' already in use`)
  const user = await createUser(tx, directory, random, account)
  const channels = [...directory.channels.values()].filter(
    (channel) => channel.isDefault && !channel.isArchived,
  )
  if (channels.length > 0 && user.role < 600) await subscribeUsers(tx, directory, [user], channels)
  return user
}

export { accountProblem } from './account-rules.ts'
