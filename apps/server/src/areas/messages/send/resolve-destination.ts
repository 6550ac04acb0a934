import { mayReadChannel } from '@tagma/rules/channels.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import { findUsers } from '#areas/users/visibility.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/** Destination of a message. */
export type Destination =
  | {
      readonly kind: 'channel'
      readonly channel: ChannelRecord
      readonly topic: string
      /** True if the same transaction has already found that the author may read the channel. */
      readonly isReadable?: true
    }
  /** All participants, the sender included. */
  | { readonly kind: 'direct'; readonly users: readonly UserRecord[] }

/** Finds a channel by name or id. Refuses unknown and unreadable ones alike. */
export async function resolveChannel(
  db: Db | Tx,
  directory: OrganizationDirectory,
  sender: UserRecord,
  to: number | string,
): Promise<ChannelRecord> {
  const channel = await findChannel(db, directory, sender, to, mayReadChannel)
  if (!channel) throw unknownChannel(to)
  return channel
}

/** Makes the refusal for a channel that is unknown to the caller. */
export function unknownChannel(to: number | string): Refusal {
  return typeof to === 'number'
    ? new Refusal('STREAM_DOES_NOT_EXIST', `Channel with ID '${to}' does not exist`, { stream_id: to })
    : new Refusal('STREAM_DOES_NOT_EXIST', `Channel '${to}' does not exist`, { stream: to })
}

/**
 * Participants of a direct message: the people named and the sender. Refuses deactivated people. Refuses people hidden
 * from the sender as if they did not exist.
 */
export async function resolveParticipants(
  db: Db,
  directory: OrganizationDirectory,
  sender: UserRecord,
  to: readonly (number | string)[],
): Promise<UserRecord[]> {
  if (to.length === 0) throw badRequest('Message must have recipients')
  const found = await findUsers(db, directory, sender, to)
  const users = to.map((recipient, index) => {
    const user = found[index]
    if (!user)
      throw badRequest(
        typeof recipient === 'number' ? `Invalid user ID ${recipient}` : `Invalid email '${recipient}'`,
      )
    if (!user.isActive && !isSystemBot(user))
      throw badRequest(`'${user.email}' is no longer using ${directory.organization.name}.`)
    return user
  })
  return [...new Set([...users, sender])].toSorted((a, b) => a.id - b.id)
}
