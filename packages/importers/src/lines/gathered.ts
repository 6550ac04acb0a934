import type { Files } from '../files.ts'
import type { Losses } from '../losses.ts'
import type { ReadOptions } from '../read-options.ts'
import type { EmojiRecord, UploadRecord } from '../record.ts'
import { Roster } from '../roster.ts'
import { cleanText } from '../rows.ts'
import { UniqueNames } from '../unique-names.ts'
import type {
  LineChannel,
  LineMembership,
  LineMessage,
  LineOrganization,
  LineRecord,
} from './line-records.ts'

const longestChannelName = 60

/** A channel with a number and a name of its own. */
interface GatheredChannel extends Omit<LineChannel, 'key'> {
  readonly key: number
  /** How each member has it; undefined for what is usual. */
  readonly subscribers: Map<number, LineMembership | undefined>
}

/** All that has to be known before the first message. */
export class Gathered {
  readonly roster: Roster
  readonly channels = new Map<string, GatheredChannel>()
  readonly folders = new Set<string>()
  readonly emoji = new Map<string, EmojiRecord>()
  readonly uploads = new Map<string, UploadRecord>()
  /** Keys of the messages that others answer. */
  readonly answered = new Set<string>()
  /** Keys of the messages that others quote. */
  readonly quoted = new Set<string>()
  /** Memberships of direct conversations with unread messages. */
  readonly direct: LineMembership[] = []
  organization: LineOrganization | undefined
  readonly #files: Files
  readonly #losses: Losses
  readonly #names = new UniqueNames()

  constructor(files: Files, losses: Losses, members: ReadOptions['members']) {
    this.#files = files
    this.#losses = losses
    this.roster = new Roster(losses, { members })
  }

  /** Reads everything twice: people and channels come before what refers to them. */
  static async from(
    source: () => AsyncIterable<LineRecord>,
    files: Files,
    { members, losses }: Pick<ReadOptions, 'members'> & { readonly losses: Losses },
  ): Promise<Gathered> {
    const gathered = new Gathered(files, losses, members)
    const memberships: LineMembership[] = []
    for await (const record of source()) {
      if (record.t === 'message') continue
      losses.read(record.t)
      if (record.t === 'membership') memberships.push(record)
      else gathered.#take(record)
    }
    for (const channel of gathered.channels.values())
      for (const member of channel.members) channel.subscribers.set(gathered.person(member), undefined)
    for (const membership of memberships) gathered.#join(membership)
    for await (const record of source()) if (record.t === 'message') gathered.#lookAt(record)
    return gathered
  }

  /** Returns somebody by key or address. Others are made, as authors who cannot sign in. */
  person(id: string, name?: string): number {
    const known = this.roster.get(id) ?? (id.includes('@') ? this.roster.byEmail(id) : undefined)
    if (known) return known.key
    this.#losses.mend('person', 'only_in_messages', 'state', id)
    const email = /^[^@\s]+@[^@\s]+$/.test(id) ? id : ''
    const shown = name ?? (email === '' ? id : (email.split('@')[0] ?? ''))
    return this.roster.add(id, { name: shown, email, isStub: true }).key
  }

  #take(record: Exclude<LineRecord, LineMessage | LineMembership>): void {
    if (record.t === 'organization') this.organization = record
    else if (record.t === 'emoji') this.#addEmoji(record.name, record.file)
    else if (record.t === 'channel') {
      if (this.channels.has(record.key)) this.#losses.drop('channel', 'key_twice', 'content', record.key)
      else this.#addChannel(record)
    } else if (this.roster.get(record.key)) this.#losses.drop('person', 'key_twice', 'content', record.key)
    else this.roster.add(record.key, { ...record, avatar: this.#present(record.avatar, 'avatars') })
  }

  #addChannel(channel: LineChannel): GatheredChannel {
    const name = this.#names.take(cleanText(channel.name), longestChannelName)
    const made = { ...channel, name, key: this.channels.size + 1, subscribers: new Map<number, undefined>() }
    this.channels.set(channel.key, made)
    if (channel.folder !== undefined) this.folders.add(channel.folder)
    return made
  }

  #addEmoji(name: string, file: string): void {
    if (this.emoji.has(name)) this.#losses.drop('emoji', 'name_twice', 'content', name)
    else if (this.#present(file, 'emoji_files') !== undefined)
      this.emoji.set(name, {
        t: 'emoji',
        key: this.emoji.size + 1,
        name,
        author: null,
        isDeactivated: false,
        file,
      })
  }

  /** Returns the name of a file that is there. */
  #present(file: string | undefined, table: string): string | undefined {
    if (file === undefined) return undefined
    this.#losses.read(table)
    if (this.#files.size(file) !== undefined) return file
    this.#losses.drop(table, 'not_in_the_archive', 'content', file)
    return undefined
  }

  #join(membership: LineMembership): void {
    const person = this.person(membership.person)
    if (membership.channel === undefined) {
      for (const id of membership.people) this.person(id)
      if (membership.readThrough !== undefined) this.direct.push(membership)
      return
    }
    const channel = this.channels.get(membership.channel)
    if (channel) channel.subscribers.set(person, membership)
    else this.#losses.drop('membership', 'channel_unknown', 'state', membership.channel)
  }

  #lookAt(message: LineMessage): void {
    const sender = this.person(message.sender, message.senderName)
    for (const person of [
      ...message.people,
      ...message.reactions.flatMap(({ people }) => people),
      ...message.starredBy,
    ])
      this.person(person)
    if (message.channel !== undefined) {
      const channel = this.channels.get(message.channel) ?? this.#madeFor(message.channel, message.sentAt)
      if (!channel.subscribers.has(sender) && channel.members.length === 0)
        channel.subscribers.set(sender, undefined)
    }
    if (message.replyTo !== undefined) this.answered.add(message.replyTo)
    if (message.quotes !== undefined) this.quoted.add(message.quotes)
    for (const file of message.files)
      this.#addUpload(file, message.fileNames?.[file], { owner: sender, at: message.sentAt })
  }

  #madeFor(key: string, at: number): GatheredChannel {
    this.#losses.mend('channel', 'only_in_messages', 'state', key)
    return this.#addChannel({
      t: 'channel',
      key,
      name: key,
      folder: undefined,
      isDefault: false,
      description: '',
      isPrivate: false,
      isArchived: false,
      createdAt: at,
      members: [],
    })
  }

  #addUpload(
    file: string,
    shown: string | undefined,
    { owner, at }: { readonly owner: number; readonly at: number },
  ): void {
    if (this.uploads.has(file) || this.#present(file, 'files') === undefined) return
    const name = cleanText(shown ?? '') || (file.split('/').at(-1) ?? file)
    const plain = name
      .replaceAll(/[^\p{L}\p{N}._-]/gu, '_')
      .slice(-100)
      .replace(/^\.+/, '_')
    this.uploads.set(file, {
      t: 'upload',
      path: `files/${this.uploads.size + 1}/${plain}`,
      name,
      contentType: '',
      owner,
      createdAt: Math.floor(at),
      file,
      size: this.#files.size(file) ?? 0,
      md5: null,
    })
  }
}
