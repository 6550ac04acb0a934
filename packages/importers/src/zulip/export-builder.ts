import type { Files } from '../files.ts'
import { ImportProblem } from '../import-problem.ts'
import type { Row } from '../rows.ts'

interface Person {
  readonly id: number
  readonly name: string
}

interface Channel {
  readonly id: number
  readonly name: string
  readonly recipient: number
}

interface Message {
  readonly topic?: string
  readonly content?: string
  readonly at?: number
  /** People with a row for it, with their masks; the sender has one with `read` anyway. */
  readonly to?: readonly (readonly [Person, mask?: number])[]
  readonly columns?: Row
}

const readBit = 1
/** The role of most people. */
const member = 400

/** Builds exports of Zulip in their documented form, for tests. */
export class ExportBuilder {
  readonly tables: Record<string, Record<string, unknown>[]> = {
    zerver_realm: [
      { id: 2, name: 'Tea Club', string_id: 'tea', description: 'We drink it.', date_created: 1.5e9 },
    ],
    zerver_realmuserdefault: [{ id: 1 }],
    zerver_userprofile: [],
    zerver_userprofile_crossrealm: [{ id: 3, email: 'notification-bot@zulip.com', recipient_id: 3 }],
    zerver_stream: [],
    zerver_recipient: [],
    zerver_subscription: [],
    zerver_client: [{ id: 1, name: 'website' }],
    zerver_reaction: [],
    zerver_realmauditlog: [],
  }
  readonly messages: Row[] = []
  readonly received: Row[] = []
  readonly uploads: Row[] = []
  /** Further files, by their names. */
  readonly others = new Map<string, string | Uint8Array>()
  #ids = 10

  add(table: string, row: Row): number {
    const id = this.#ids++
    ;(this.tables[table] ??= []).push({ id, ...row })
    return id
  }

  person(name: string, columns: Row = {}): Person {
    const id = this.add('zerver_userprofile', {
      full_name: name,
      delivery_email: `${name.toLowerCase()}@example.com`,
      email: `${name.toLowerCase()}@example.com`,
      role: member,
      is_active: true,
      is_bot: false,
      timezone: 'Europe/Berlin',
      date_joined: 1_500_000_000.25,
      ...columns,
    })
    this.add('zerver_recipient', { type: 1, type_id: id })
    return { id, name }
  }

  channel(name: string, columns: Row = {}): Channel {
    const id = this.add('zerver_stream', {
      name,
      description: '',
      date_created: 1.5e9,
      invite_only: false,
      ...columns,
    })
    return { id, name, recipient: this.add('zerver_recipient', { type: 2, type_id: id }) }
  }

  /** Makes the recipient of a direct conversation of three and more. */
  circle(...people: Person[]): number {
    const huddle = this.add('zerver_huddle', { group_size: people.length })
    const recipient = this.add('zerver_recipient', { type: 3, type_id: huddle })
    for (const { id } of people)
      this.add('zerver_subscription', { user_profile: id, recipient, active: true })
    return recipient
  }

  subscribe(person: Person, channel: Channel, columns: Row = {}): void {
    this.add('zerver_subscription', {
      user_profile: person.id,
      recipient: channel.recipient,
      active: true,
      color: '#76ce90',
      is_muted: false,
      pin_to_top: false,
      ...columns,
    })
  }

  /** Uploads a file, and shares it with messages. Returns its path. */
  upload(owner: Person, path: string, bytes: Uint8Array, columns: Row = {}): string {
    this.uploads.push({
      id: this.#ids++,
      path_id: path,
      file_name: path.split('/').at(-1),
      size: bytes.length,
      owner: owner.id,
      create_time: 1_600_000_000.5,
      messages: [],
      ...columns,
    })
    this.others.set('attachment.json', JSON.stringify({ zerver_attachment: this.uploads }))
    this.others.set(`uploads/${path}`, bytes)
    return path
  }

  /** Sends a message to a channel, to one person, or to the recipient of a circle. Returns its id. */
  message(sender: Person, to: Channel | Person | number, message: Message = {}): number {
    const recipient =
      typeof to === 'number'
        ? to
        : 'recipient' in to
          ? to.recipient
          : this.tables.zerver_recipient?.find(({ type, type_id }) => type === 1 && type_id === to.id)?.id
    const id = this.#ids++
    this.messages.push({
      id,
      sender: sender.id,
      recipient,
      subject: message.topic ?? (typeof to === 'object' && 'recipient' in to ? 'tea' : ''),
      content: message.content ?? `Message ${id}`,
      date_sent: message.at ?? 1_600_000_000 + id,
      sending_client: 1,
      ...message.columns,
    })
    for (const [person, mask = 0] of [[sender, readBit] as const, ...(message.to ?? [])])
      this.received.push({ id: this.#ids++, user_profile: person.id, message: id, flags_mask: mask })
    return id
  }

  /** The files, with so many messages in each. */
  files(perFile = 1000): Files {
    const contents = new Map<string, string | Uint8Array>([
      ['realm.json', JSON.stringify(this.tables)],
      ...this.others,
    ])
    for (let start = 0; start < this.messages.length; start += perFile) {
      const messages = this.messages.slice(start, start + perFile)
      const ids = new Set(messages.map(({ id }) => id))
      contents.set(
        `messages-${String(start / perFile + 1).padStart(6, '0')}.json`,
        JSON.stringify({
          zerver_message: messages,
          zerver_usermessage: this.received.filter(({ message }) => ids.has(message)),
        }),
      )
    }
    return {
      names: [...contents.keys()],
      size: (name) => contents.get(name)?.length,
      json: async (name) => {
        const text = contents.get(name)
        if (typeof text !== 'string') throw new ImportProblem(`${name} is missing.`)
        return JSON.parse(text) as unknown
      },
    }
  }
}
