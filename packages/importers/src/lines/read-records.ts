import { emojiCharacters, shortcodeCode } from '../emoji/shortcodes.ts'
import type { Files } from '../files.ts'
import type { Losses } from '../losses.ts'
import type { ReadOptions } from '../read-options.ts'
import type { ImportRecord, MessageRecord, Place, SubscriptionRecord, UploadRecord } from '../record.ts'
import { Roster } from '../roster.ts'
import { cleanText } from '../rows.ts'
import type { Sorter } from '../sorter.ts'
import { ThreadTopics } from '../thread-topics.ts'
import { UniqueNames } from '../unique-names.ts'
import type { LineChannel, LineMessage, LineRecord } from './line-records.ts'

/** Reads the records of a source from the beginning; each call yields the same. */
export type LineSource = () => AsyncIterable<LineRecord>

const longestChannelName = 60

interface Channel extends LineChannel {
  readonly key: number
  readonly subscribers: Set<number>
}

/**
 * Makes an organization of records that come in any order: of people, channels and messages. People and channels that
 * only messages name are made and counted.
 */
export async function* readRecords(
  source: LineSource,
  files: Files,
  sorter: Sorter,
  options: ReadOptions,
  losses: Losses,
): AsyncGenerator<ImportRecord> {
  const found = await lookThrough(source, files, losses)
  const { roster, channels, organization } = found
  if (options.owner !== undefined) roster.makeOwner(options.owner)
  yield {
    t: 'organization',
    key: 1,
    name: options.name ?? organization?.name ?? 'Imported',
    subdomain: '',
    description: organization?.description ?? '',
    createdAt: 0,
    settings: {},
    permissions: {},
    userDefaults: {},
  }
  yield* roster.records
  for (const channel of channels.values())
    yield {
      t: 'channel',
      key: channel.key,
      name: channel.name,
      description: channel.description,
      creator: null,
      createdAt: Math.floor(channel.createdAt),
      isPrivate: channel.isPrivate,
      isWebPublic: false,
      isArchived: channel.isArchived,
      isDefault: false,
      folder: null,
      historyPublic: true,
      retentionDays: null,
      topicsPolicy: 'inherit',
      permissions: {},
    }
  for (const { key, subscribers } of channels.values())
    for (const person of subscribers) yield subscription(person, key)
  yield* found.uploads.values()
  yield* readMessages(source, sorter, found, losses)
  for (const { key, subscribers } of channels.values())
    for (const person of subscribers) yield { t: 'received', person, channel: key, spans: [[0, null]] }
}

const subscription = (person: number, channel: number): SubscriptionRecord => ({
  t: 'subscription',
  person,
  channel,
  isActive: true,
  color: '',
  isMuted: false,
  isPinned: false,
  desktop: null,
  email: null,
  push: null,
  sound: null,
  wildcard: null,
})

interface Found {
  readonly roster: Roster
  readonly channels: ReadonlyMap<string, Channel>
  readonly organization: { readonly name: string; readonly description: string } | undefined
  readonly uploads: ReadonlyMap<string, UploadRecord>
  /** Keys of the messages that others answer. */
  readonly answered: ReadonlySet<string>
}

async function lookThrough(source: LineSource, files: Files, losses: Losses): Promise<Found> {
  const roster = new Roster(losses)
  const channels = new Map<string, Channel>()
  const names = new UniqueNames()
  let organization: Found['organization']
  const addChannel = (channel: LineChannel) => {
    const made = {
      ...channel,
      name: names.take(cleanText(channel.name), longestChannelName),
      key: channels.size + 1,
      subscribers: new Set<number>(),
    }
    channels.set(channel.name, made)
    return made
  }
  for await (const record of source()) {
    if (record.t === 'message') continue
    losses.read(record.t)
    if (record.t === 'organization') organization = record
    else if (record.t === 'person') {
      if (roster.get(record.key)) losses.drop('person', 'key_twice', 'content', record.key)
      else roster.add(record.key, record)
    } else if (channels.has(record.name)) losses.drop('channel', 'name_twice', 'content', record.name)
    else addChannel(record)
  }
  const uploads = new Map<string, UploadRecord>()
  const answered = new Set<string>()
  for (const channel of channels.values())
    for (const member of channel.members) channel.subscribers.add(personOf(roster, member, losses))
  for await (const record of source()) {
    if (record.t !== 'message') continue
    const sender = personOf(roster, record.sender, losses, record.senderName)
    for (const person of [...record.people, ...record.reactions.flatMap(({ people }) => people)])
      personOf(roster, person, losses)
    if (record.channel !== undefined) {
      let channel = channels.get(record.channel)
      if (!channel) {
        losses.mend('channel', 'only_in_messages', 'state', record.channel)
        channel = addChannel({
          t: 'channel',
          name: record.channel,
          description: '',
          isPrivate: false,
          isArchived: false,
          createdAt: record.sentAt,
          members: [],
        })
      }
      channel.subscribers.add(sender)
    }
    if (record.replyTo !== undefined) answered.add(record.replyTo)
    for (const file of record.files)
      addUpload(uploads, file, { files, sender, sentAt: record.sentAt }, losses)
  }
  return { roster, channels, organization, uploads, answered }
}

/** Returns somebody by key or address. Others are made: with an address they may sign in once they set a password. */
function personOf(roster: Roster, id: string, losses: Losses, name?: string): number {
  const known = roster.get(id) ?? (id.includes('@') ? roster.byEmail(id) : undefined)
  if (known) return known.key
  losses.mend('person', 'only_in_messages', 'state', id)
  const email = id.includes('@') ? id : ''
  return roster.add(id, {
    name: name ?? (email === '' ? id : (email.split('@')[0] ?? '')),
    email,
    isStub: true,
  }).key
}

function addUpload(
  uploads: Map<string, UploadRecord>,
  file: string,
  { files, sender, sentAt }: { readonly files: Files; readonly sender: number; readonly sentAt: number },
  losses: Losses,
): void {
  if (uploads.has(file)) return
  losses.read('files')
  const size = files.size(file)
  if (size === undefined) {
    losses.drop('files', 'not_in_the_archive', 'content', file)
    return
  }
  const name = file.split('/').at(-1) ?? file
  const plain = name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_').slice(-100)
  uploads.set(file, {
    t: 'upload',
    path: `files/${uploads.size + 1}/${plain.replace(/^\.+/, '_')}`,
    name,
    contentType: '',
    owner: sender,
    createdAt: Math.floor(sentAt),
    file,
    size,
    md5: null,
  })
}

async function* timed(source: LineSource): AsyncGenerator<readonly [number, LineMessage]> {
  for await (const record of source()) if (record.t === 'message') yield [record.sentAt, record]
}

async function* readMessages(
  source: LineSource,
  sorter: Sorter,
  found: Found,
  losses: Losses,
): AsyncGenerator<MessageRecord> {
  const topics = new ReplyTopics(found.answered)
  let key = 0
  for await (const line of sorter.inOrder(timed(source))) {
    losses.read('message')
    const { content, uploads } = contentOf(line, found)
    if (content === '') {
      losses.drop('message', 'empty', 'trace', line.key)
      continue
    }
    yield {
      t: 'message',
      key: ++key,
      place: placeOf(line, content, found, topics),
      sender: personOf(found.roster, line.sender, losses),
      sentAt: Math.floor(line.sentAt),
      client: 'import',
      content,
      editedAt: line.editedAt === undefined ? null : Math.floor(line.editedAt),
      movedAt: null,
      changes: [],
      uploads,
      reactions: reactionsOf(line, found.roster, losses),
      flags: [],
    }
  }
}

function placeOf(
  line: LineMessage,
  content: string,
  { roster, channels }: Found,
  topics: ReplyTopics,
): Place {
  const keyOf = (id: string) => (roster.get(id) ?? roster.byEmail(id))?.key ?? 0
  if (line.channel === undefined)
    return { people: [...new Set([line.sender, ...line.people].map(keyOf))].toSorted((a, b) => a - b) }
  const channel = channels.get(line.channel)?.key ?? 0
  return { channel, topic: topics.of(channel, line, content) }
}

/** Answers are in the topic of what they answer; a message without a topic gets one of its own with its first answer. */
class ReplyTopics {
  readonly #threads = new ThreadTopics()
  readonly #answered: ReadonlySet<string>
  readonly #byKey = new Map<string, string>()

  constructor(answered: ReadonlySet<string>) {
    this.#answered = answered
  }

  of(channel: number, { key, topic, replyTo, sentAt }: LineMessage, content: string): string {
    const isAnswered = key !== undefined && this.#answered.has(key)
    const given =
      topic === undefined
        ? undefined
        : cleanText(topic)
            .replaceAll(/\p{Cc}+/gu, ' ')
            .trim()
    const thread = replyTo ?? (isAnswered ? key : undefined)
    const place =
      given ??
      (replyTo === undefined ? undefined : this.#byKey.get(`${channel} ${replyTo}`)) ??
      (thread === undefined ? '' : this.#threads.of(channel, thread, content, sentAt))
    if (isAnswered) this.#byKey.set(`${channel} ${key}`, place)
    return place
  }
}

function contentOf(line: LineMessage, { uploads }: Found): { content: string; uploads: string[] } {
  const parts = [cleanText(line.content).trim()]
  const shared: string[] = []
  for (const file of line.files) {
    const upload = uploads.get(file)
    const label = (upload?.name ?? file).replaceAll(/[[\]\n`*]/g, ' ').trim()
    if (!upload) {
      parts.push(`*File not in the archive: ${label}*`)
      continue
    }
    shared.push(upload.path)
    parts.push(`[${label}](/user_uploads/${upload.path.split('/').map(encodeURIComponent).join('/')})`)
  }
  return { content: parts.filter((part) => part !== '').join('\n\n'), uploads: [...new Set(shared)] }
}

function reactionsOf(line: LineMessage, roster: Roster, losses: Losses): MessageRecord['reactions'] {
  const reactions = new Map<string, MessageRecord['reactions'][number]>()
  for (const { emoji, people } of line.reactions) {
    losses.read('reactions', people.length)
    const code = emojiCodeOf(emoji)
    if (code === undefined) {
      losses.drop('reactions', 'emoji_unknown', 'content', emoji, people.length)
      continue
    }
    for (const id of people) {
      const person = personOf(roster, id, losses)
      if (reactions.has(`${person} ${code}`)) losses.drop('reactions', 'twice', 'trace', emoji)
      else reactions.set(`${person} ${code}`, { person, type: 'unicode_emoji', code, name: emoji })
    }
  }
  return [...reactions.values()]
}

/** Returns the code of an emoji by its name, with colons or without, or by its characters. */
function emojiCodeOf(emoji: string): string | undefined {
  const byName = shortcodeCode(emoji.replaceAll(/^:|:$/g, ''))
  if (byName !== undefined || /^[\w+:-]+$/.test(emoji)) return byName
  const code = [...emoji.replaceAll('\uFE0F', '')]
    .map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    .join('-')
  return emojiCharacters(code).replaceAll('\uFE0F', '') === emoji.replaceAll('\uFE0F', '') ? code : undefined
}
