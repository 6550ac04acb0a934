import type { Answer, Endpoint, Input } from '@tagma/contract/define.ts'
import type { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import { messageLink } from '#areas/messages/send/message-link.ts'
import { findUsers, sightOf } from '#areas/users/visibility.ts'
import type { Services } from '#call/services.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { EndpointCaller } from '#http/endpoint-caller.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { askedWithoutHidden, shownWithoutHidden } from './hidden-channels.ts'
import { requireWritable } from './require-writable.ts'
import type { ShownMessage } from './shown-fields.ts'

export type ApiMessage = Answer<typeof getMessages>['messages'][number]

/** Things that a tool has touched, by their ids; for the list of what agents did. */
export interface Touched {
  channels: number[]
  messages: number[]
  users: number[]
}

/** One use of a tool: the API as its caller, and names in place of ids. */
export class ToolUse {
  readonly touched: Touched = { channels: [], messages: [], users: [] }
  readonly #api: EndpointCaller
  readonly #services: Services
  readonly #key: string | undefined
  /** Addresses of conversations up to the id of a message. */
  readonly #places = new Map<string, string>()
  /** Ids of channels that are hidden from agents. */
  readonly #hidden: ReadonlySet<number>

  /** `key`: the name under which the endpoints that change something are called once. */
  constructor(api: EndpointCaller, services: Services, key: string | undefined) {
    this.#api = api
    this.#services = services
    this.#key = key
    this.#hidden = api.directory.hiddenFromAgents
  }

  get caller(): UserRecord {
    return this.#api.caller
  }

  get services(): Services {
    return this.#services
  }

  get directory() {
    return this.#api.directory
  }

  /** Calls an endpoint, without hidden channels. Throws a Refusal where the token may not write. */
  async call<E extends Endpoint>(endpoint: E, args: Input<E>): Promise<Answer<E>> {
    const { caller, directory } = this
    const { db } = this.#services.data
    const hiding = { db, directory, caller, hidden: this.#hidden }
    const isHiding = this.#hidden.size > 0
    const asked = isHiding ? await askedWithoutHidden(hiding, endpoint, args) : args
    const writeTo = this.#api.token?.writeTo ?? null
    if (writeTo !== null) await requireWritable({ db, directory, caller, writeTo }, endpoint, asked)
    const isRead = endpoint.method === 'GET'
    const answer = await this.#api.call(endpoint, asked, {
      services: this.#services,
      idempotencyKey: isRead || this.#key === undefined ? undefined : `mcp ${this.#key}`,
    })
    return isHiding ? shownWithoutHidden(hiding, endpoint, answer) : answer
  }

  /** Finds a channel that the caller may know and that is not hidden from agents. */
  async #find(named: string | number): Promise<ChannelRecord | undefined> {
    const found = await findChannel(this.#services.data.db, this.directory, this.caller, named)
    return found && this.#hidden.has(found.id) ? undefined : found
  }

  /** Finds the channel that a tool names, by its name or its id. Throws a Refusal that names similar ones. */
  async channel(named: string): Promise<ChannelRecord> {
    const plain = named.trim().replace(/^#/, '')
    const byName = await this.#find(plain)
    const found = byName ?? (/^\d+$/.test(plain) ? await this.#find(Number(plain)) : undefined)
    if (found) {
      this.touched.channels.push(found.id)
      return found
    }
    const near = await this.#channelsNear(plain)
    throw badRequest(
      `There is no channel ${plain}${near.length === 0 ? '' : `; near: ${near.join(', ')}`}. The tool list_channels lists them.`,
    )
  }

  async #channelsNear(name: string): Promise<string[]> {
    const wanted = name.toLowerCase()
    const isNear = (other: string) =>
      other.includes(wanted) || wanted.includes(other) || other.slice(0, 3) === wanted.slice(0, 3)
    const names: string[] = []
    for (const channel of this.directory.channels.values()) {
      if (names.length === 5) break
      if (channel.isArchived || !isNear(channel.name.toLowerCase())) continue
      if (await this.#find(channel.id)) names.push(channel.name)
    }
    return names
  }

  /** Finds the people that a tool names, by name, email address or id. Throws a Refusal for unclear names. */
  async people(named: readonly string[]): Promise<UserRecord[]> {
    const found: UserRecord[] = []
    for (const name of named) found.push(await this.#person(name.trim().replace(/^@/, '')))
    this.touched.users.push(...found.map(({ id }) => id))
    return found
  }

  async #person(name: string): Promise<UserRecord> {
    const { db } = this.#services.data
    const [known] = await findUsers(db, this.directory, this.caller, [
      /^\d+$/.test(name) ? Number(name) : name,
    ])
    if (known) return known
    const alike = [...this.directory.users.values()].filter(
      (user) => user.isActive && user.fullName.toLowerCase() === name.toLowerCase(),
    )
    const sees = await sightOf(
      db,
      this.directory,
      this.caller,
      alike.map(({ id }) => id),
    )
    const [one, ...others] = alike.filter(sees)
    if (one && others.length === 0) return one
    throw badRequest(
      one
        ? `${others.length + 1} people are called ${name}: name one by id (${[one, ...others].map(({ id }) => id).join(', ')}).`
        : `There is nobody called ${name}. The tool find_people looks people up by parts of their names.`,
    )
  }

  /** The form in which tools show a message. Its content is Markdown that its author wrote. */
  shown(message: ApiMessage): ShownMessage {
    const { display_recipient: recipient } = message
    const place =
      typeof recipient === 'string'
        ? { channel: recipient, topic: message.subject }
        : { direct_with: recipient.filter(({ id }) => id !== this.caller.id).map((who) => who.full_name) }
    return {
      id: message.id,
      link: this.linkTo(message),
      ...place,
      author: message.sender_full_name,
      author_id: message.sender_id,
      by_you: message.sender_id === this.caller.id,
      sent_at: timeOf(message.timestamp),
      ...(message.flags.includes('read') ? {} : { unread: true }),
      content: message.content,
    }
  }

  /** Address of a message for people. */
  linkTo(message: Pick<ApiMessage, 'id' | 'stream_id' | 'subject' | 'display_recipient'>): string {
    const participants = Array.isArray(message.display_recipient)
      ? message.display_recipient.map(({ id }) => id)
      : []
    const { id, stream_id: channel_id = 0, subject: topic } = message
    const key = channel_id === 0 ? participants.join() : `${channel_id} ${topic}`
    let place = this.#places.get(key)
    if (place === undefined) {
      const address = messageLink(this.directory, { id, channel_id, topic }, participants)
      const url = organizationUrl(this.#services.config, this.directory.organization)
      place = `${url}/${address.replace(/^\//, '')}`.slice(0, -String(id).length)
      this.#places.set(key, place)
    }
    return `${place}${id}`
  }
}

/** A time as agents get it; `seconds` are UNIX seconds. */
export const timeOf = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, -'.000Z'.length)}Z`
