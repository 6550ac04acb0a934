import { hasSharedHistory, mayReadChannel } from '@tagma/rules/channels.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { settleAll } from '#model/settle-all.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { receivedSpans, subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import type { Db } from '#store/sql/db.ts'

/** Filters messages: those that a user may read. */
export async function readableMessages(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  messages: ReadonlyMap<number, MessageRow>,
): Promise<MessageRow[]> {
  const rows = [...messages.values()].filter((row) => row.organization_id === directory.organization.id)
  const channels = [...new Set(rows.map((row) => row.channel_id))].flatMap(
    (id) => directory.channels.get(id) ?? [],
  )
  const [direct, channelIds, spans] = await settleAll([
    participantsOf(
      db,
      rows.filter((row) => row.channel_id === 0).map((row) => row.conversation_id),
    ),
    channels.some((channel) => !mayReadChannel(directory, user, channel, false))
      ? subscribedChannelIds(db, user.id)
      : [],
    channels.every(hasSharedHistory)
      ? new Map<number, { after: number; until: number }[]>()
      : receivedSpans(db, user.id),
  ])
  const subscribed = new Set(channelIds)
  return rows.filter((row) => {
    if (row.channel_id === 0) return direct.get(row.conversation_id)?.includes(user.id) ?? false
    const channel = directory.channels.get(row.channel_id)
    if (!channel || !mayReadChannel(directory, user, channel, subscribed.has(channel.id))) return false
    return (
      hasSharedHistory(channel) ||
      (spans.get(channel.id)?.some((span) => span.after < row.id && row.id <= span.until) ?? false)
    )
  })
}
