import type { Message } from '@tagma/sync/messages/message.ts'

/** A report to the moderators, as the server's bot posts it in their channel. */
export interface Report {
  /** Id of the bot's message. */
  readonly id: number
  readonly channelId: number
  readonly topic: string
  /** UNIX seconds. */
  readonly timestamp: number
  readonly html: string
  readonly reporterId: number
  /** The sender of the reported message; undefined if their account is gone. */
  readonly senderId: number | undefined
  /** Id of the reported message; undefined for direct messages, which moderators cannot read. */
  readonly messageId: number | undefined
  /** Ids of the people who marked it as settled. */
  readonly settledBy: readonly number[]
}

interface Reading {
  /** The code of the emoji that marks a report as settled. */
  readonly settledCode: string
  /** Reads HTML into nodes that neither load nor run. */
  readonly read: (html: string) => DocumentFragment
}

/** Returns the report that a message of the server's bot holds; undefined if it is another kind of message. */
export function reportOf(message: Message, { settledCode, read }: Reading): Report | undefined {
  const { id, stream_id: channelId, subject: topic, timestamp, content: html, reactions } = message
  if (channelId === undefined) return undefined
  // The first paragraph is the bot's own sentence: what people wrote stands below it, quoted.
  const first = read(html).firstElementChild
  if (first?.tagName !== 'P') return undefined
  // The reporter, then, of a direct message, those who received it, then the sender.
  const [reporterId, ...others] = [...first.querySelectorAll('.user-mention[data-user-id]')].map((mention) =>
    Number(mention.getAttribute('data-user-id')),
  )
  if (reporterId === undefined || Number.isNaN(reporterId)) return undefined
  const near = first.querySelector('a[href*="/near/"]')?.getAttribute('href')
  const messageId = /\/near\/(\d+)$/.exec(near ?? '')?.[1]
  const settledBy = reactions
    .filter(
      ({ emoji_code, reaction_type }) => emoji_code === settledCode && reaction_type === 'unicode_emoji',
    )
    .map(({ user_id }) => user_id)
  return {
    id,
    channelId,
    topic,
    timestamp,
    html,
    reporterId,
    senderId: others.at(-1),
    messageId: messageId === undefined ? undefined : Number(messageId),
    settledBy,
  }
}
