import { isSystemBot } from '#areas/users/present.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import { badRequest, Refusal } from '#server/refusal.ts'

/** Where a message goes. */
export type Destination =
  | { readonly kind: 'channel'; readonly channel: ChannelRecord; readonly topic: string }
  /** All participants, the sender included. */
  | { readonly kind: 'direct'; readonly users: readonly UserRecord[] }

/** The channel of a name or an id. Whether the caller may know it is for the caller of this function to check. */
export function resolveChannel(directory: OrganizationDirectory, to: number | string): ChannelRecord {
  const channel = typeof to === 'number' ? directory.channels.get(to) : directory.channelByName(to.trim())
  if (!channel) throw unknownChannel(to)
  return channel
}

/** The refusal for a channel that does not exist, or that the caller may not know of. */
export function unknownChannel(to: number | string): Refusal {
  return typeof to === 'number'
    ? new Refusal('STREAM_DOES_NOT_EXIST', `Channel with ID '${to}' does not exist`, { stream_id: to })
    : new Refusal('STREAM_DOES_NOT_EXIST', `Channel '${to}' does not exist`, { stream: to })
}

/** The participants of a direct message: those named and the sender. Refuses unknown and deactivated people. */
export function resolveParticipants(
  directory: OrganizationDirectory,
  sender: UserRecord,
  to: readonly (number | string)[],
): UserRecord[] {
  if (to.length === 0) throw badRequest('Message must have recipients')
  const users = to.map((recipient) => {
    const user =
      typeof recipient === 'number' ? directory.users.get(recipient) : directory.userByEmail(recipient.trim())
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
