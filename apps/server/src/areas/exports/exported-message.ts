import { wholeHistory } from '#areas/messages/present.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageParts } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { type Language, wordsFor } from '#words/words.ts'

/** Somebody as an archive names them. The address is left out where it is not to be shown. */
interface NamedPerson {
  readonly id: number
  readonly name: string
  readonly email?: string | null
}

/** A former text or place of a message. */
interface FormerVersion {
  /** UNIX seconds. */
  readonly at: number
  readonly user_id: number | null
  readonly content?: string
  readonly topic?: string
  readonly channel_id?: number
}

/** A message in an archive for people: of one person's data, or for compliance. */
export interface ExportedMessage {
  readonly id: number
  /** UNIX seconds. */
  readonly sent_at: number
  readonly sender: NamedPerson
  /** Null for direct messages, like the topic. */
  readonly channel_id: number | null
  /** Name of the channel; null also for a channel that the reader may not know. */
  readonly channel: string | null
  readonly topic: string | null
  /** All who take part in a direct conversation; empty in channels. */
  readonly people: readonly NamedPerson[]
  /** Markdown. */
  readonly content: string
  readonly edited_at: number | null
  /** The newest first. */
  readonly history: readonly FormerVersion[]
  readonly reactions: readonly { readonly user_id: number; readonly emoji: string; readonly code: string }[]
}

/** How much of people and places an archive shows. */
export interface ArchiveSight {
  readonly directory: OrganizationDirectory
  readonly emailOf?: (user: UserRecord) => string | null
  readonly knows: (channelId: number) => boolean
}

/** Makes a message for an archive. */
export function exportedMessage(
  { row, participants, reactions }: MessageParts,
  { directory, emailOf, knows }: ArchiveSight,
): ExportedMessage {
  const named = (id: number): NamedPerson => {
    const user = directory.users.get(id)
    return { id, name: user?.fullName ?? '', ...(user && emailOf ? { email: emailOf(user) } : {}) }
  }
  const isDirect = row.channel_id === 0
  const isKnown = !isDirect && knows(row.channel_id)
  return {
    id: row.id,
    sent_at: row.sent_at,
    sender: named(row.sender_id),
    channel_id: isDirect ? null : row.channel_id,
    channel: isKnown ? (directory.channels.get(row.channel_id)?.name ?? null) : null,
    topic: isKnown ? row.topic : null,
    people: participants.map(named),
    content: row.content,
    edited_at: row.edited_at,
    history: wholeHistory(row).map((entry) => ({
      at: entry.timestamp,
      user_id: entry.user_id,
      ...(entry.prev_content === undefined ? {} : { content: entry.prev_content }),
      ...(isKnown && entry.prev_topic !== undefined ? { topic: entry.prev_topic } : {}),
      ...(isKnown && entry.prev_stream !== undefined ? { channel_id: entry.prev_stream } : {}),
    })),
    reactions: reactions.map(({ user_id, name, code }) => ({ user_id, emoji: name, code })),
  }
}

/** Place of a message, for people: `general > lunch`, or the names of a direct conversation. */
export function placeInArchive(
  { channel_id, channel, topic, people, sender }: ExportedMessage,
  language: Language,
): string {
  if (channel_id !== null) {
    if (channel === null) return wordsFor(language, 'export.hidden-channel')
    return `${channel} > ${topic || wordsFor(language, 'export.no-topic')}`
  }
  const names = people.map(({ name }) => name)
  const shown = names.length > 0 ? names.join(', ') : sender.name
  return wordsFor(language, 'export.direct', { people: shown })
}
