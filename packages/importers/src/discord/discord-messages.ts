import type { Files } from '../files.ts'
import type { LineMessage, LinePerson } from '../lines/line-records.ts'
import type { Losses } from '../losses.ts'
import { firstText, flagIn, numberIn, type Row, rowIn, rowsIn, textIn } from '../rows.ts'

const memberRole = 400
/** Kinds of messages that people and bots write. All others tell of a change. */
const written = new Set(['Default', 'Reply', 'ChatInputCommand', 'ContextMenuCommand', '0', '19', '20', '23'])

/** Where the messages of a file belong. */
export interface DiscordPlace {
  readonly file: string
  readonly channel: string | undefined
  readonly topic: string | undefined
  /** Ids of the people of a direct conversation. */
  readonly people: readonly string[]
}

/** Reads an author, or a mentioned person. */
export function discordPerson(row: Row, file: string, files: Files): LinePerson {
  const avatar = localFile(textIn(row, 'avatarUrl'), file, files)
  return {
    t: 'person',
    key: textIn(row, 'id'),
    name: firstText(row, 'nickname', 'name') || textIn(row, 'id'),
    email: '',
    role: memberRole,
    isActive: false,
    isBot: flagIn(row, 'isBot'),
    timezone: '',
    avatar,
  }
}

/** Yields all people of a message. */
export function* peopleIn(row: Row): Generator<Row> {
  yield rowIn(row, 'author')
  yield* rowsIn(row, 'mentions')
  for (const reaction of rowsIn(row, 'reactions')) yield* rowsIn(reaction, 'users')
}

/** Makes the record of a message; undefined, and counted, for one that tells of a change. */
export function discordMessage(
  row: Row,
  { file, channel, topic, people }: DiscordPlace,
  files: Files,
  losses: Losses | undefined,
): LineMessage | undefined {
  const type = textIn(row, 'type')
  const sentAt = Date.parse(textIn(row, 'timestamp')) / 1000
  losses?.read('messages')
  if (type !== '' && !written.has(type)) losses?.drop('messages', type, 'trace')
  else if (Number.isNaN(sentAt))
    losses?.drop('messages', 'no_time', 'content', `${file} ${textIn(row, 'id')}`)
  else {
    const editedAt = Date.parse(textIn(row, 'timestampEdited')) / 1000
    const { reactions, counted } = reactionsOf(row, losses)
    return {
      t: 'message',
      key: textIn(row, 'id'),
      channel,
      topic,
      people,
      sender: textIn(rowIn(row, 'author'), 'id') || 'unknown',
      senderName: undefined,
      sentAt,
      editedAt: Number.isNaN(editedAt) ? undefined : editedAt,
      content: [textIn(row, 'content'), ...embedsOf(row, losses), ...stickersOf(row), counted]
        .filter((part) => part !== '')
        .join('\n\n'),
      replyTo: undefined,
      files: rowsIn(row, 'attachments').map(
        (attachment) =>
          localFile(textIn(attachment, 'url'), file, files) ?? firstText(attachment, 'fileName', 'id'),
      ),
      reactions,
      starredBy: [],
      quotes: textIn(rowIn(row, 'reference'), 'messageId') || undefined,
    }
  }
  return undefined
}

/** Returns the file in the archive that an address beside `file` leads to. */
function localFile(url: string, file: string, files: Files): string | undefined {
  if (url === '' || /^[a-z]+:\/\//i.test(url)) return undefined
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : ''
  const path = url.replaceAll('\\', '/')
  return [path, unescaped(path)]
    .flatMap((name) => [folder + name, name])
    .find((name) => files.size(name) !== undefined)
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}

function reactionsOf(row: Row, losses: Losses | undefined) {
  const reactions: { emoji: string; people: string[] }[] = []
  const counted: string[] = []
  for (const reaction of rowsIn(row, 'reactions')) {
    const emoji = firstText(rowIn(reaction, 'emoji'), 'name', 'code')
    const people = rowsIn(reaction, 'users').map((user) => textIn(user, 'id'))
    const count = Math.max(0, Math.trunc(numberIn(reaction, 'count') ?? 0))
    if (people.length > 0) reactions.push({ emoji, people })
    else if (count > 0) {
      losses?.mend('reactions', 'nobody_named', 'content', emoji, count)
      counted.push(`${emoji} ${count}`)
    }
  }
  return { reactions, counted: counted.length === 0 ? '' : `*${counted.join(', ')}*` }
}

const stickersOf = (row: Row): string[] =>
  rowsIn(row, 'stickers').map((sticker) => `*Sticker: ${textIn(sticker, 'name').replaceAll('*', '')}*`)

/** Returns the boxes of bots as quotes. Those of people are previews of links. */
function embedsOf(row: Row, losses: Losses | undefined): string[] {
  return rowsIn(row, 'embeds').flatMap((embed) => {
    losses?.read('embeds')
    if (!flagIn(rowIn(row, 'author'), 'isBot') && textIn(row, 'content') !== '') {
      losses?.drop('embeds', 'preview_of_a_link', 'trace')
      return []
    }
    const [title, url] = [textIn(embed, 'title').replaceAll(/[[\]\n]/g, ' '), textIn(embed, 'url')]
    const fields = rowsIn(embed, 'fields').map(
      (field) => `**${textIn(field, 'name')}**: ${textIn(field, 'value')}`,
    )
    const inside = [
      title !== '' && /^https?:\/\/[^\s()]+$/.test(url) ? `[${title}](${url})` : title || url,
      textIn(embed, 'description'),
      ...fields,
    ].filter((part) => part !== '')
    const lines = inside.join('\n').split('\n')
    return inside.length === 0 ? [] : [lines.map((line) => `> ${line}`).join('\n')]
  })
}
