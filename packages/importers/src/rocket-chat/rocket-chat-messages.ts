import type { FormerText, LineMessage } from '../lines/line-records.ts'
import type { Losses } from '../losses.ts'
import { firstText, flagIn, isRow, type Row, rowIn, rowsIn, textIn, textsIn } from '../rows.ts'
import type { RocketChatFiles } from './rocket-chat-files.ts'
import type { RocketChatRooms } from './rocket-chat-rooms.ts'
import { timeIn } from './rocket-chat-rows.ts'

/** Facts that messages refer to. */
export interface RocketChatContext {
  readonly rooms: RocketChatRooms
  readonly files: RocketChatFiles
  /** Ids of people by their names. */
  readonly usernames: ReadonlyMap<string, string>
  /** Earlier texts by the message that has them. */
  readonly former: ReadonlyMap<string, readonly FormerText[]>
}

/** Begins a text that tells of a discussion: behind it stand the room's id and the topic. */
export const discussionMark = '\uE002'

/** Makes the record of a message; undefined, and counted, for one that nobody wrote or that cannot be read. */
export function rocketChatMessage(
  row: Row,
  context: RocketChatContext,
  losses: Losses | undefined,
): LineMessage | undefined {
  const [id, type, room] = [textIn(row, '_id'), textIn(row, 't'), textIn(row, 'rid')]
  if (flagIn(row, '_hidden')) return undefined
  losses?.read('messages')
  const drop = (reason: string, kind: 'content' | 'trace') => {
    losses?.drop('messages', reason, kind, id)
    return undefined
  }
  if (type === 'e2e') return drop('encrypted', 'content')
  if (type !== '' && type !== 'discussion-created') return drop(type, 'trace')
  const place = context.rooms.places.get(room)
  if (!place) return drop(context.rooms.leftOut.get(room) ?? 'room_unknown', 'content')
  const sentAt = timeIn(row, 'ts')
  if (sentAt === undefined) return drop('no_time', 'content')
  const author = rowIn(row, 'u')
  const sender = textIn(author, '_id') || textIn(author, 'username') || 'unknown'
  const { files, fileNames } = filesOf(row, context.files)
  return {
    t: 'message',
    key: id,
    channel: place.channel,
    topic: place.topic,
    people: place.people,
    sender,
    senderName: firstText(row, 'alias') || firstText(author, 'name', 'username') || undefined,
    sentAt,
    editedAt: timeIn(row, 'editedAt'),
    content: contentOf(row, type, context),
    replyTo: textIn(row, 'tmid') || undefined,
    files,
    fileNames,
    reactions: Object.entries(rowIn(row, 'reactions')).map(([emoji, value]) => ({
      emoji,
      people: textsIn(isRow(value) ? value : {}, 'usernames').map(
        (name) => context.usernames.get(name) ?? name,
      ),
    })),
    starredBy: rowsIn(row, 'starred').map((one) => textIn(one, '_id')),
    quotes: quoted(row),
    former: context.former.get(id) ?? [],
  }
}

function contentOf(row: Row, type: string, { rooms }: RocketChatContext): string {
  const discussion = textIn(row, 'drid')
  const of = rooms.places.get(discussion)
  if (type === 'discussion-created' && of?.channel !== undefined)
    return `${discussionMark}${of.channel}${discussionMark}${of.topic ?? ''}${discussionMark}${textIn(row, 'msg')}`
  return [textIn(row, 'msg'), ...attachmentsOf(row)].filter((part) => part.trim() !== '').join('\n\n')
}

/** Returns the attachments of programs as quotes, and the words beside files. */
const attachmentsOf = (row: Row): string[] =>
  rowsIn(row, 'attachments').flatMap((attachment) => {
    // Quotes of other messages are made again from these.
    if (textIn(attachment, 'message_link') !== '') return []
    const [title, link] = [textIn(attachment, 'title'), textIn(attachment, 'title_link')]
    const isFile = textIn(attachment, 'type') === 'file' || link.includes('/file-upload/')
    if (isFile) return [textIn(attachment, 'description')]
    const author = textIn(attachment, 'author_name')
    const fields = rowsIn(attachment, 'fields').map(
      (field) => `**${textIn(field, 'title')}**: ${firstText(field, 'value')}`,
    )
    const inside = [
      author === '' ? '' : `**${author}**`,
      title !== '' && /^https?:\/\/[^\s()]+$/.test(link) ? `[${title}](${link})` : title,
      firstText(attachment, 'text', 'fallback'),
      textIn(attachment, 'image_url'),
      ...fields,
    ].filter((part) => part !== '')
    if (inside.length === 0) return []
    return [
      inside
        .join('\n')
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
    ]
  })

/** Id of the message that a message quotes, from the link that the quote begins with. */
const quoted = (row: Row): string | undefined =>
  rowsIn(row, 'attachments').flatMap(
    (attachment) => /[?&]msg=([\w-]+)/.exec(textIn(attachment, 'message_link'))?.[1] ?? [],
  )[0]

function filesOf(row: Row, files: RocketChatFiles) {
  const several = rowsIn(row, 'files')
  const one = rowIn(row, 'file')
  const all = (several.length > 0 ? several : textIn(one, '_id') === '' ? [] : [one])
    // A picture has a smaller one beside it.
    .filter((file) => !textIn(file, 'name').startsWith('thumb-'))
    .map((file) => files.upload(textIn(file, '_id'), textIn(file, 'name')))
  return {
    files: all.map(({ file }) => file),
    fileNames: Object.fromEntries(all.map(({ file, name }) => [file, name])),
  }
}
