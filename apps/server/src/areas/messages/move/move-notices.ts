import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { isResolved, onlyResolves } from '../rules.ts'

/** A notice of the notification bot, and where it goes. `onResolving`: it says that a topic was resolved or opened again. */
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
  /** The first of the moved messages and their number. */
  readonly firstId: number
  readonly count: number
  readonly isPartial: boolean
  readonly toOldThread: boolean
  readonly toNewThread: boolean
}

/** A place as it is named in a channel: private channels have names that its readers may not know. */
const link = ({ channel, topic }: Place, readIn: ChannelRecord) =>
  channel.isPrivate && channel.id !== readIn.id ? 'a private channel' : `#**${channel.name}>${topic}**`

/** What the notification bot says about a move, in the old place and in the new one. */
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
    const content =
      isPartial && count === 1
        ? `[A message](#narrow/channel/${to.channel.id}/near/${firstId}) was moved here from ${link(from, to.channel)} by ${who}.`
        : `${what} moved here from ${link(from, to.channel)} by ${who}.`
    notices.push({ ...to, content })
  }
  if (toOldThread) notices.push({ ...from, content: `${what} moved by ${who} to ${link(to, from.channel)}.` })
  return notices
}
