import { mayKnowChannel } from '@tagma/rules/channels.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { firstMessageIds } from '#store/channels/channels.ts'
import type { Tx } from '#store/log/tx.ts'
import { listSubscribers } from './list-subscribers.ts'
import { presentChannel, presentUnsubscribed } from './present.ts'
import { tellGone } from './unsubscribe-users.ts'

/**
 * Tells users which channels they may know from now on, and which no longer, after a group, role or setting changed.
 * `after` is the directory as it will be; see `OrganizationDirectory.with`.
 */
export async function tellKnowledge(
  tx: Tx,
  before: OrganizationDirectory,
  after: OrganizationDirectory,
  userIds: Iterable<number> = after.users.keys(),
): Promise<void> {
  const users = [...userIds].flatMap((id): { old: UserRecord; user: UserRecord }[] => {
    const old = before.users.get(id)
    const user = after.users.get(id)
    return old && user?.isActive ? [{ old, user }] : []
  })
  for (const channel of after.channels.values()) {
    const former = before.channels.get(channel.id) ?? channel
    const changed = users.filter(
      ({ old, user }) =>
        mayKnowChannel(before, old, former, false) !== mayKnowChannel(after, user, channel, false),
    )
    if (changed.length === 0) continue
    const subscribers = (await listSubscribers(tx.db, before, [channel.id])).get(channel.id) ?? []
    const others = changed.map(({ user }) => user).filter((user) => !subscribers.includes(user.id))
    const gained = others.filter((user) => mayKnowChannel(after, user, channel, false))
    const lost = others.filter((user) => !gained.includes(user))
    if (gained.length > 0) {
      const firstMessageId = (await firstMessageIds(tx.db, [channel.id])).get(channel.id) ?? null
      const shown = presentChannel(after, channel, { firstMessageId, subscriberCount: 0 }, tx.now)
      const audience = { users: gained.map((user) => user.id) }
      tx.emit({ type: 'stream', op: 'create', streams: [presentUnsubscribed(shown)] }, audience)
      if (subscribers.length > 0)
        tx.emit(
          { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids: [...subscribers] },
          audience,
        )
    }
    tellGone(
      tx,
      [channel],
      lost.map((user) => user.id),
    )
  }
}
