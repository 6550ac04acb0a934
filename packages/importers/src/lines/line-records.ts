import { isRow, type Row } from '../rows.ts'

/** A message of our own format of lines, or of a CSV. */
export interface LineMessage {
  readonly t: 'message'
  readonly key: string | undefined
  /** Name of the channel; undefined for a direct message. */
  readonly channel: string | undefined
  readonly topic: string | undefined
  /** People of a direct conversation beside the sender. */
  readonly people: readonly string[]
  readonly sender: string
  readonly senderName: string | undefined
  /** UNIX seconds, with fractions. */
  readonly sentAt: number
  readonly editedAt: number | undefined
  readonly content: string
  readonly replyTo: string | undefined
  readonly files: readonly string[]
  readonly reactions: readonly { readonly emoji: string; readonly people: readonly string[] }[]
  readonly starredBy: readonly string[]
  /** Key of an earlier message that this one quotes, without being in its topic. */
  readonly quotes: string | undefined
  /** Earlier texts; the newest comes first. */
  readonly former?: readonly FormerText[]
  /** Names under which files are shown, where they are not those in the archive. */
  readonly fileNames?: Readonly<Record<string, string>>
}

/** A text that a message had until a time, in UNIX seconds. */
export interface FormerText {
  readonly until: number
  readonly content: string
}

export interface LinePerson {
  readonly t: 'person'
  readonly key: string
  readonly name: string
  readonly email: string
  readonly role: number
  readonly isActive: boolean
  readonly isBot: boolean
  readonly timezone: string
  /** File with their picture. */
  readonly avatar: string | undefined
}

export interface LineChannel {
  readonly t: 'channel'
  /** Messages name the channel by it. */
  readonly key: string
  readonly name: string
  /** Name of the folder that it is shown in. */
  readonly folder: string | undefined
  /** True if new people join it. */
  readonly isDefault: boolean
  readonly description: string
  readonly isPrivate: boolean
  readonly isArchived: boolean
  readonly createdAt: number
  readonly members: readonly string[]
}

/** Somebody's place in a channel or a direct conversation. */
export interface LineMembership {
  readonly t: 'membership'
  readonly person: string
  readonly channel: string | undefined
  readonly people: readonly string[]
  readonly isMuted: boolean
  readonly isPinned: boolean
  /** Time in UNIX seconds after which messages are unread; undefined if all are read. */
  readonly readThrough: number | undefined
}

export interface LineEmoji {
  readonly t: 'emoji'
  readonly name: string
  readonly file: string
}

export interface LineOrganization {
  readonly t: 'organization'
  readonly name: string
  readonly description: string
}

export type LineRecord =
  | LineMessage
  | LinePerson
  | LineChannel
  | LineMembership
  | LineEmoji
  | LineOrganization

const memberRole = 400
const roles: Readonly<Record<string, number>> = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
}

/** Reads a record; returns what is wrong with it as a text. */
export function lineRecord(value: unknown): LineRecord | string {
  if (!isRow(value)) return 'an object was expected.'
  const reading = new Fields(value)
  const record = recordOf(value.t, reading)
  if (record === undefined)
    return `"t" is ${JSON.stringify(value.t)?.slice(0, 50) ?? 'missing'}; it has to be "message", "person", "channel", "membership", "emoji" or "organization".`
  return reading.problem ?? record
}

function recordOf(t: unknown, of: Fields): LineRecord | undefined {
  switch (t) {
    case 'message':
      return messageOf(of)
    case 'person':
      return personOf(of)
    case 'channel':
      return {
        t,
        key: of.text('key') ?? of.needed('name'),
        name: of.needed('name'),
        folder: of.text('folder'),
        isDefault: of.flag('default', false),
        description: of.text('description') ?? '',
        isPrivate: of.flag('private', false),
        isArchived: of.flag('archived', false),
        createdAt: of.time('created_at') ?? 0,
        members: of.texts('members'),
      }
    case 'membership':
      return membershipOf(of)
    case 'emoji':
      return { t, name: of.needed('name'), file: of.needed('file') }
    case 'organization':
      return { t, name: of.needed('name'), description: of.text('description') ?? '' }
    default:
      return undefined
  }
}

function messageOf(of: Fields): LineMessage {
  const [channel, people] = [of.text('channel'), of.texts('people')]
  if (channel === undefined && people.length === 0)
    of.refuse('"channel" or "people" has to say where it belongs.')
  if (channel !== undefined && people.length > 0)
    of.refuse('it has "channel" and "people": one of them is needed.')
  const sentAt = of.time('sent_at')
  if (sentAt === undefined) of.refuse('"sent_at" is missing.')
  return {
    t: 'message',
    key: of.text('key'),
    channel,
    topic: of.text('topic'),
    people,
    sender: of.needed('sender'),
    senderName: of.text('sender_name'),
    sentAt: sentAt ?? 0,
    editedAt: of.time('edited_at'),
    content: of.text('content') ?? '',
    replyTo: of.text('reply_to'),
    files: of.texts('files'),
    reactions: of.reactions(),
    starredBy: of.texts('starred_by'),
    quotes: of.text('quotes'),
  }
}

function personOf(of: Fields): LinePerson {
  const email = of.text('email') ?? ''
  const key = of.text('key') ?? email
  const name = of.text('name') ?? email.split('@')[0] ?? ''
  if (key === '') of.refuse('"key" or "email" is needed.')
  const role = of.text('role') ?? 'member'
  const value = Object.hasOwn(roles, role) ? roles[role] : undefined
  if (value === undefined) of.refuse(`"role" has to be one of ${Object.keys(roles).join(', ')}.`)
  return {
    t: 'person',
    key,
    name,
    email,
    role: value ?? memberRole,
    isActive: of.flag('active', true),
    isBot: of.flag('bot', false),
    timezone: of.text('timezone') ?? '',
    avatar: of.text('avatar'),
  }
}

function membershipOf(of: Fields): LineMembership {
  const [channel, people] = [of.text('channel'), of.texts('people')]
  if ((channel === undefined) === (people.length === 0))
    of.refuse('"channel" or "people" is needed, and not both.')
  return {
    t: 'membership',
    person: of.needed('person'),
    channel,
    people,
    isMuted: of.flag('muted', false),
    isPinned: of.flag('pinned', false),
    readThrough: of.time('read_through'),
  }
}

/** Fields of a record; the first problem with them is kept. */
class Fields {
  readonly #row: Row
  problem: string | undefined

  constructor(row: Row) {
    this.#row = row
  }

  refuse(problem: string): void {
    this.problem ??= problem
  }

  /** Returns a text, or undefined for an empty one. Numbers are keys of other systems. */
  text(name: string): string | undefined {
    const value = this.#row[name]
    if (value === undefined || value === null || value === '') return undefined
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string') return value
    this.refuse(`"${name}" has to be a text.`)
    return undefined
  }

  needed(name: string): string {
    const text = this.text(name)?.trim()
    if (text === undefined || text === '') this.refuse(`"${name}" is missing.`)
    return text ?? ''
  }

  texts(name: string): string[] {
    const value = this.#row[name]
    if (value === undefined || value === null) return []
    if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number'))
      return value.map(String)
    this.refuse(`"${name}" has to be a list of texts.`)
    return []
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.#row[name] ?? otherwise
    if (typeof value !== 'boolean') this.refuse(`"${name}" has to be true or false.`)
    return value === true
  }

  time(name: string): number | undefined {
    const value = this.#row[name]
    if (value === undefined || value === null || value === '') return undefined
    const seconds = secondsOf(value)
    if (seconds === undefined)
      this.refuse(
        `"${name}" is ${JSON.stringify(value).slice(0, 50)}: no time in seconds, milliseconds or like 2024-03-01T12:00:00Z.`,
      )
    return seconds
  }

  reactions(): { emoji: string; people: string[] }[] {
    const value = this.#row.reactions
    if (value === undefined || value === null) return []
    if (!Array.isArray(value) || !value.every(isRow)) {
      this.refuse('"reactions" has to be a list of objects with "emoji" and "people".')
      return []
    }
    return value.map((row) => {
      const of = new Fields(row)
      const reaction = { emoji: of.needed('emoji'), people: of.texts('people') }
      if (of.problem !== undefined) this.refuse(`in "reactions", ${of.problem}`)
      return reaction
    })
  }
}

/** From here on, a number is one of milliseconds: as seconds it would be the year 5138. */
const fewestMilliseconds = 100_000_000_000
const isoTime = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s?(Z|[+-]\d\d:?\d\d)?$/i

/** Returns a time in UNIX seconds; one without a zone is of UTC. */
function secondsOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof number === 'number')
    return Number.isFinite(number)
      ? Math.abs(number) >= fewestMilliseconds
        ? number / 1000
        : number
      : undefined
  const [, day, time, zone = 'Z'] = (typeof number === 'string' && isoTime.exec(number.trim())) || []
  if (day === undefined || time === undefined) return undefined
  const at = Date.parse(
    `${day}T${time.replace(',', '.')}${zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2').toUpperCase()}`,
  )
  return Number.isNaN(at) ? undefined : at / 1000
}
