import type { EventMessage } from '@tagma/contract/objects/message.ts'
import { topicLinksOf } from '#areas/linkifiers/compiled-linkifiers.ts'
import { presentReaction } from '#areas/reactions/present.ts'
import { presentSubmessage } from '#areas/submessages/present.ts'
import { avatarUrl, hiddenAvatarUrl, shownEmail, unknownUserName } from '#areas/users/present.ts'
import type { Sight } from '#areas/users/visibility.ts'
import { fakeEmail } from '#directory/api-email.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import type { HistoryEntry } from '#model/history-entry.ts'
import type { MessageParts, MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { historyOf, lastMoved, visibleHistory } from './message-history.ts'

/** Form in which a client wants its messages. */
export interface MessageViewer {
  readonly user: UserRecord
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly allowEmptyTopicName: boolean
  /** True for the official apps that know only `zulip_extra_emoji`. */
  readonly wantsLegacyEmojiType: boolean
  /** Tells which users the viewer may see; everybody when omitted. */
  readonly sees?: Sight
}

/** Id that all messages of one channel, or of one group of people, share. */
const recipientId = (row: MessageRow) =>
  row.channel_id === 0 ? row.conversation_id * 2 + 1 : row.channel_id * 2

/** Presents a message as in GET /messages and events, without the parts that belong to one user: flags and matches. */
export function presentMessage(
  directory: OrganizationDirectory,
  { row, participants, reactions, submessages }: MessageParts,
  viewer: MessageViewer,
): EventMessage {
  const sender = directory.users.get(row.sender_id)
  const isDirect = row.channel_id === 0
  const movedAt = lastMoved(row)
  const history = visibleHistory(directory, row)
  const named = (topic: string) => (topic === '' && !viewer.allowEmptyTopicName ? emptyTopicName : topic)
  const namedIn = ({ topic, prev_topic, ...entry }: HistoryEntry): HistoryEntry => ({
    ...(topic === undefined ? {} : { topic: named(topic) }),
    ...(prev_topic === undefined ? {} : { prev_topic: named(prev_topic) }),
    ...entry,
  })
  return {
    id: row.id,
    type: isDirect ? 'private' : 'stream',
    sender_id: row.sender_id,
    ...presentSender(sender, viewer),
    sender_realm_str: directory.organization.subdomain,
    client: row.client,
    content: viewer.applyMarkdown ? row.rendered : row.content,
    content_type: viewer.applyMarkdown ? 'text/html' : 'text/x-markdown',
    display_recipient: isDirect
      ? participants.map((id) => {
          const user = directory.users.get(id)
          return { id, email: user?.email ?? '', full_name: user?.fullName ?? '', is_mirror_dummy: false }
        })
      : (directory.channels.get(row.channel_id)?.name ?? ''),
    ...(isDirect ? {} : { stream_id: row.channel_id }),
    subject: isDirect ? row.topic : named(row.topic),
    topic_links: isDirect ? [] : topicLinksOf(directory, row.topic),
    recipient_id: recipientId(row),
    is_me_message: row.is_me_message === 1,
    reactions: reactions.map((reaction) => presentReaction(reaction, viewer.wantsLegacyEmojiType)),
    submessages: submessages.map(presentSubmessage),
    timestamp: row.sent_at,
    ...(row.edited_at === null ? {} : { last_edit_timestamp: row.edited_at }),
    ...(movedAt === null ? {} : { last_moved_timestamp: movedAt }),
    ...(history.length === 0 ? {} : { edit_history: history.map(namedIn) }),
  }
}

/** Presents the sender in a message; of a sender hidden from the viewer only the id. */
function presentSender(
  sender: UserRecord | undefined,
  viewer: MessageViewer,
): Pick<EventMessage, 'sender_email' | 'sender_full_name' | 'avatar_url'> {
  if (!sender) return { sender_email: '', sender_full_name: '', avatar_url: null }
  if (viewer.sees && !viewer.sees(sender))
    return {
      sender_email: fakeEmail(sender.id),
      sender_full_name: unknownUserName,
      avatar_url: hiddenAvatarUrl,
    }
  return {
    sender_email: shownEmail(sender, viewer.user),
    sender_full_name: sender.fullName,
    avatar_url: avatarUrl(sender, viewer),
  }
}

/** All changes of a message, newest first, whatever the organization lets people see of them. */
export const wholeHistory = (row: MessageRow): HistoryEntry[] => historyOf(row)
