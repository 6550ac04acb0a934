import { addressOf } from '@tagma/contract/address.ts'
import { isResolved, onlyResolves } from '@tagma/rules/topics.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'

/**
 * A notice of the notification bot and its place. `onResolving` is true if it says that a topic was resolved or
 * reopened.
 */
export interface MoveNotice {
  readonly channel: ChannelRecord
  readonly topic: string
  readonly content: string
  readonly onResolving?: true
}

interface Place {
  readonly channel: ChannelRecord
  readonly topic: string
}

export interface NoticeRequest {
  readonly from: Place
  readonly to: Place
  /** Id of the first of the moved messages. */
  readonly firstId: number
  readonly count: number
  readonly isPartial: boolean
  readonly toOldThread: boolean
  readonly toNewThread: boolean
}

/** Links a place in a notice that people in `readIn` read: they may not know the name of a private channel. */
const link = ({ channel, topic }: Place, readIn: ChannelRecord) =>
  channel.isPrivate && channel.id !== readIn.id ? 'a private channel' : `#**${channel.name}>${topic}**`

/** Notices of the notification bot about a move, in the old place and in the new one. */
export function moveNotices(
  mover: UserRecord,
  { from, to, firstId, count, isPartial, toOldThread, toNewThread }: NoticeRequest,
): MoveNotice[] {
  const who = `@_**${mover.fullName}|${mover.id}**`
  if (from.channel.id === to.channel.id && !isPartial && onlyResolves(from.topic, to.topic)) {
    const how = isResolved(to.topic) ? 'resolved' : 'unresolved'
    return [{ ...to, content: `${who} has marked this topic as ${how}.`, onResolving: true }]
  }
  const what = !isPartial ? 'This topic was' : count === 1 ? 'A message was' : `${count} messages were`
  const notices: MoveNotice[] = []
  if (toNewThread) {
    const first = addressOf({ kind: 'feed', channelId: to.channel.id, at: { near: firstId } })
    const content =
      isPartial && count === 1
        ? `[A message](${first}) was moved here from ${link(from, to.channel)} by ${who}.`
        : `${what} moved here from ${link(from, to.channel)} by ${who}.`
    notices.push({ ...to, content })
  }
  if (toOldThread) notices.push({ ...from, content: `${what} moved by ${who} to ${link(to, from.channel)}.` })
  return notices
}
