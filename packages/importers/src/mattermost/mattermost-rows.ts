import type { Files } from '../files.ts'
import type { LineChannel, LineMembership, LineMessage, LinePerson } from '../lines/line-records.ts'
import type { Losses } from '../losses.ts'
import { flagIn, numberIn, type Row, textIn, firstText, rowIn, rowsIn, textsIn } from '../rows.ts'
import { fileIn } from './named-file.ts'

/** The names under which teams and their channels are shown. */
export class TeamNames {
  readonly #teams = new Map<string, string>()
  readonly #channels = new Map<string, number>()

  addTeam(row: Row): void {
    this.#teams.set(textIn(row, 'name'), firstText(row, 'display_name', 'name'))
  }

  addChannel(row: Row): void {
    const name = firstText(row, 'display_name', 'name').toLowerCase()
    this.#channels.set(name, (this.#channels.get(name) ?? 0) + 1)
  }

  /** Name of the only team; undefined if there are several. */
  get title(): string | undefined {
    const [name, other] = this.#teams.values()
    return other === undefined ? name : undefined
  }

  /** Several teams become folders. */
  folder(team: string): string | undefined {
    return this.#teams.size > 1 ? (this.#teams.get(team) ?? team) : undefined
  }

  /** Names are unique in a team only. */
  channel(row: Row): string {
    const name = firstText(row, 'display_name', 'name')
    const folder = this.folder(textIn(row, 'team'))
    return folder !== undefined && (this.#channels.get(name.toLowerCase()) ?? 0) > 1
      ? `${folder} / ${name}`
      : name
  }
}

const roles = { owner: 100, member: 400, guest: 600 } as const
const seconds = (milliseconds: number | undefined): number => (milliseconds ?? 0) / 1000
const isGone = (row: Row, column: string): boolean => (numberIn(row, column) ?? 0) > 0

/** Reads a person or bot. Their names are their keys, also if they are digits. */
export function personOf(row: Row, isBot: boolean, files: Files): LinePerson {
  const username = keyIn(row, 'username')
  const full = `${textIn(row, 'first_name')} ${textIn(row, 'last_name')}`.trim()
  const given = textIn(row, 'roles').split(/\s+/)
  const picture = textIn(row, 'profile_image')
  return {
    t: 'person',
    key: username,
    name: textIn(row, 'nickname').trim() || full || firstText(row, 'display_name') || username,
    email: isBot ? '' : textIn(row, 'email'),
    role: given.includes('system_admin')
      ? roles.owner
      : given.includes('system_guest')
        ? roles.guest
        : roles.member,
    isActive: !isGone(row, 'delete_at') && !isBot,
    isBot,
    timezone: textIn(rowIn(row, 'timezone'), 'automaticTimezone'),
    avatar: picture === '' ? undefined : fileIn(files, picture),
  }
}

/** Names that are digits may be written as numbers. */
const keyIn = (row: Row, column: string): string => {
  const value = row[column]
  return (typeof value === 'number' ? String(value) : textIn(row, column)).toLowerCase()
}

export const channelsOf = (row: Row, teams: TeamNames): LineChannel => ({
  t: 'channel',
  key: `${textIn(row, 'team')}/${textIn(row, 'name')}`,
  name: teams.channel(row),
  folder: teams.folder(textIn(row, 'team')),
  isDefault: textIn(row, 'name') === 'town-square',
  description: [textIn(row, 'purpose').trim(), textIn(row, 'header').trim()]
    .filter((part) => part !== '')
    .join('\n'),
  isPrivate: textIn(row, 'type') === 'P',
  isArchived: isGone(row, 'deleted_at') || isGone(row, 'delete_at'),
  createdAt: 0,
  members: [],
})

/** Yields the places of a person in their channels, or those of the people of a direct conversation. */
export function* membershipsOf(row: Row): Generator<LineMembership> {
  for (const team of rowsIn(row, 'teams'))
    for (const channel of rowsIn(team, 'channels'))
      yield membership(keyIn(row, 'username'), channel, {
        channel: `${textIn(team, 'name')}/${textIn(channel, 'name')}`,
        people: [],
      })
  const participants = rowsIn(row, 'participants')
  const people = peopleOf(row)
  for (const one of participants)
    yield membership(keyIn(one, 'username'), one, { channel: undefined, people })
}

function membership(
  person: string,
  row: Row,
  place: Pick<LineMembership, 'channel' | 'people'>,
): LineMembership {
  const viewed = numberIn(row, 'last_viewed_at')
  return {
    t: 'membership',
    person,
    ...place,
    isMuted: textIn(rowIn(row, 'notify_props'), 'mark_unread') === 'mention',
    isPinned: flagIn(row, 'favorite'),
    readThrough: viewed === undefined || viewed <= 0 ? undefined : seconds(viewed),
  }
}

/** Names of the people of a direct conversation, under both names that its versions have for them. */
const peopleOf = (row: Row): string[] => {
  const named = [...textsIn(row, 'channel_members'), ...textsIn(row, 'members')]
  return [
    ...named.map((name) => name.toLowerCase()),
    ...rowsIn(row, 'participants').map((one) => keyIn(one, 'username')),
  ]
}

interface Where {
  readonly team: string
  readonly place: string
  readonly files: Files
}

/** Returns a post with its answers. Posts have no ids: the place of their line is their key. */
export function messagesOf(row: Row, where: Where, losses: Losses | undefined): LineMessage[] {
  const root = messageOf(row, row, where, losses)
  if (!root) return []
  const replies = rowsIn(row, 'replies').flatMap((reply) => messageOf(reply, row, where, losses) ?? [])
  return [root, ...replies.map((reply) => ({ ...reply, key: undefined, replyTo: where.place }))]
}

function messageOf(
  row: Row,
  post: Row,
  { team, place, files }: Where,
  losses: Losses | undefined,
): LineMessage | undefined {
  const type = textIn(row, 'type')
  if (type.startsWith('system_')) {
    losses?.read('posts')
    losses?.drop('posts', type, 'trace')
    return undefined
  }
  const channel = textIn(post, 'channel')
  const edited = numberIn(row, 'edit_at') ?? 0
  const text = [textIn(row, 'message'), ...attachmentsOf(row)]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
  const content = type === 'me' && text !== '' ? `/me ${text}` : text
  return {
    t: 'message',
    key: place,
    channel: channel === '' ? undefined : `${team}/${channel}`,
    topic: undefined,
    people: channel === '' ? peopleOf(post) : [],
    sender: keyIn(row, 'user'),
    senderName: undefined,
    sentAt: seconds(numberIn(row, 'create_at')),
    editedAt: edited > 0 ? seconds(edited) : undefined,
    content,
    replyTo: undefined,
    files: rowsIn(row, 'attachments').map((file) => fileIn(files, textIn(file, 'path'))),
    reactions: rowsIn(row, 'reactions').map((one) => ({
      emoji: textIn(one, 'emoji_name'),
      people: [keyIn(one, 'user')],
    })),
    starredBy: textsIn(row, 'flagged_by').map((name) => name.toLowerCase()),
    quotes: undefined,
  }
}

/** Returns attachments of programs, as quotes. */
function attachmentsOf(row: Row): string[] {
  return rowsIn(rowIn(row, 'props'), 'attachments').map((attachment) => {
    const [title, link] = [textIn(attachment, 'title'), textIn(attachment, 'title_link')]
    const fields = rowsIn(attachment, 'fields').map(
      (field) => `**${textIn(field, 'title')}**: ${valueOf(field)}`,
    )
    const inside = [
      title !== '' && /^https?:\/\/[^\s()]+$/.test(link) ? `[${title}](${link})` : title,
      textIn(attachment, 'text') || (title === '' ? textIn(attachment, 'fallback') : ''),
      ...fields,
    ].filter((part) => part !== '')
    const quote = inside
      .join('\n')
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n')
    return [textIn(attachment, 'pretext'), inside.length === 0 ? '' : quote]
      .filter((part) => part !== '')
      .join('\n\n')
  })
}

const valueOf = (field: Row): string =>
  typeof field.value === 'number' ? String(field.value) : textIn(field, 'value')
