import type { LineMessage } from '../lines/line-records.ts'
import type { Losses } from '../losses.ts'
import { firstText, numberIn, type Row, rowIn, rowsIn, textIn } from '../rows.ts'

/** Where the messages of a file belong. */
export interface TeamsPlace {
  /** Id of the channel; undefined for a chat. */
  readonly channel: string | undefined
  /** Ids of the people of a chat. */
  readonly people: readonly string[]
}

/** A message with what its HTML refers to. */
export interface TeamsMessage extends LineMessage {
  /** Ids of people by the numbers of mentions; an empty text for everybody. */
  readonly mentions: Readonly<Record<string, string>>
  readonly isHtml: boolean
}

/** Begins and ends the HTML of a message that has a subject, which stays as it is. */
export const subjectMark = '\uE003'

/** Makes the record of a message; undefined, and counted, for one of the system, or that was taken away. */
export function teamsMessage(
  row: Row,
  { channel, people }: TeamsPlace,
  losses: Losses | undefined,
): TeamsMessage | undefined {
  const id = textIn(row, 'Id')
  losses?.read('messages')
  const drop = (reason: string, kind: 'content' | 'trace') => {
    losses?.drop('messages', reason, kind, id)
    return undefined
  }
  const type = textIn(row, 'MessageType')
  if (type !== '' && type !== 'message') return drop(type, 'trace')
  if (textIn(row, 'DeletedDateTime') !== '') return drop('deleted', 'trace')
  if (row.PolicyViolation !== null && row.PolicyViolation !== undefined)
    return drop('against_a_policy', 'trace')
  const sentAt = secondsOf(textIn(row, 'CreatedDateTime'))
  if (sentAt === undefined) return drop('no_time', 'content')
  const body = rowIn(row, 'Body')
  const { files, words } = attachmentsOf(row, losses)
  const subject = textIn(row, 'Subject').trim()
  const isReply = textIn(row, 'ReplyToId') !== ''
  return {
    t: 'message',
    key: id,
    channel,
    // A post with a subject is a topic of that name; answers follow it.
    topic: channel !== undefined && !isReply && subject !== '' ? subject : undefined,
    people,
    sender: senderOf(row),
    senderName:
      firstText(rowIn(rowIn(row, 'From'), 'User'), 'DisplayName') || applicationOf(row) || undefined,
    sentAt,
    editedAt: secondsOf(textIn(row, 'LastEditedDateTime')),
    content: [
      channel === undefined && subject !== '' ? `${subjectMark}${subject}${subjectMark}` : '',
      textIn(body, 'Content'),
      ...words,
    ]
      .filter((part) => part !== '')
      .join('\n'),
    replyTo: channel === undefined ? undefined : textIn(row, 'ReplyToId') || undefined,
    files,
    reactions: reactionsOf(row),
    starredBy: [],
    quotes: quotedId(row),
    mentions: mentionsOf(row),
    isHtml: textIn(body, 'ContentType').toLowerCase() !== 'text',
  }
}

const senderOf = (row: Row): string => {
  const from = rowIn(row, 'From')
  return firstText(rowIn(from, 'User'), 'Id') || firstText(rowIn(from, 'Application'), 'Id') || 'unknown'
}

const applicationOf = (row: Row): string => firstText(rowIn(rowIn(row, 'From'), 'Application'), 'DisplayName')

function mentionsOf(row: Row): Record<string, string> {
  const mentions: Record<string, string> = {}
  for (const mention of rowsIn(row, 'Mentions')) {
    const id = numberIn(mention, 'Id')
    const mentioned = rowIn(mention, 'Mentioned')
    const isEverybody =
      Object.keys(rowIn(mentioned, 'Conversation')).length > 0 ||
      Object.keys(rowIn(mentioned, 'Tag')).length > 0
    if (id !== undefined) mentions[String(id)] = isEverybody ? '' : textIn(rowIn(mentioned, 'User'), 'Id')
  }
  return mentions
}

/** Names of reactions as they were called before they were characters. */
const olderReactions: Readonly<Record<string, string>> = {
  like: '👍',
  heart: '❤️',
  laugh: '😆',
  surprised: '😮',
  sad: '😢',
  angry: '😡',
}

function reactionsOf(row: Row): LineMessage['reactions'] {
  const people = new Map<string, string[]>()
  for (const reaction of rowsIn(row, 'Reactions')) {
    const type = textIn(reaction, 'ReactionType')
    const emoji = Object.hasOwn(olderReactions, type) ? (olderReactions[type] ?? type) : type
    const person = textIn(rowIn(rowIn(reaction, 'User'), 'User'), 'Id')
    if (emoji !== '' && person !== '') people.set(emoji, [...(people.get(emoji) ?? []), person])
  }
  return [...people].map(([emoji, ids]) => ({ emoji, people: ids }))
}

/** Files of a message lie in SharePoint: only their addresses are in the export. */
function attachmentsOf(row: Row, losses: Losses | undefined): { files: string[]; words: string[] } {
  const words: string[] = []
  for (const attachment of rowsIn(row, 'Attachments')) {
    const [type, url, name] = [
      textIn(attachment, 'ContentType'),
      textIn(attachment, 'ContentUrl'),
      textIn(attachment, 'Name'),
    ]
    // Quotes are made again from the message that they name.
    if (type === 'messageReference' || type === 'forwardedMessageReference') continue
    const title = titleIn(textIn(attachment, 'Content'))
    if (url !== '') {
      losses?.read('files')
      losses?.drop('files', 'only_an_address', 'content', name || url)
      words.push(`<p><a href="${escaped(url)}">${escaped(name || url)}</a></p>`)
    } else if (title !== '') words.push(`<p><b>${escaped(title)}</b></p>`)
    else {
      losses?.read('cards')
      losses?.drop('cards', type || 'kind_unknown', 'content', textIn(row, 'Id'))
    }
  }
  return { files: [], words }
}

/** Title of a card, whose content is JSON. */
function titleIn(content: string): string {
  try {
    const card: unknown = JSON.parse(content || 'null')
    return typeof card === 'object' && card !== null
      ? firstText(card as Row, 'title', 'subtitle', 'text')
      : ''
  } catch (error) {
    if (error instanceof SyntaxError) return ''
    throw error
  }
}

const quotedId = (row: Row): string | undefined =>
  rowsIn(row, 'Attachments').flatMap((attachment) =>
    textIn(attachment, 'ContentType') === 'messageReference' ? [textIn(attachment, 'Id')] : [],
  )[0]

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function secondsOf(text: string): number | undefined {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at / 1000
}
