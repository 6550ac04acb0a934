import type { Row } from '../rows.ts'

/** A message of a conversation, with the time that Slack knows it by. */
export interface SlackMessage {
  readonly ts: string
}

interface Conversation {
  readonly folder: string
}

/** Builds exports of Slack in their documented form, for tests. */
export class SlackExportBuilder {
  readonly users: Row[] = []
  /** Conversations by the names of their lists. */
  readonly lists: Record<'channels' | 'groups' | 'mpims' | 'dms', Row[]> = {
    channels: [],
    groups: [],
    mpims: [],
    dms: [],
  }
  /** Further files, by their names. */
  readonly others = new Map<string, string | Uint8Array>()
  readonly #messages = new Map<string, Row[]>()
  #ids = 1000
  #microseconds = 1_709_283_600_000_000

  user(name: string, columns: Row = {}, profile: Row = {}): string {
    const id = `U${this.#ids++}`
    this.users.push({
      id,
      team_id: 'T0001',
      name: name.toLowerCase(),
      deleted: false,
      real_name: name,
      tz: 'Europe/Berlin',
      profile: { real_name: name, display_name: '', email: `${name.toLowerCase()}@example.com`, ...profile },
      is_admin: false,
      is_owner: false,
      is_bot: false,
      updated: 1_709_000_000,
      ...columns,
    })
    return id
  }

  channel(
    name: string,
    members: readonly string[],
    columns: Row = {},
  ): Conversation & { readonly id: string } {
    return this.#conversation('channels', 'C', name, members, columns)
  }

  privateChannel(
    name: string,
    members: readonly string[],
    columns: Row = {},
  ): Conversation & { readonly id: string } {
    return this.#conversation('groups', 'G', name, members, columns)
  }

  direct(...members: readonly string[]): Conversation {
    const id = `D${this.#ids++}`
    this.lists.dms.push({ id, created: 1_709_000_000, members })
    return { folder: id }
  }

  group(name: string, ...members: readonly string[]): Conversation {
    return this.#conversation('mpims', 'G', name, members, {})
  }

  /** Sends a message a second after the last one, or at a time of its own. */
  message(to: Conversation, user: string, text: string, columns: Row = {}): SlackMessage {
    this.#microseconds += 1_000_123
    const digits = String(this.#microseconds)
    const ts = typeof columns.ts === 'string' ? columns.ts : `${digits.slice(0, 10)}.${digits.slice(10)}`
    this.row(to, { type: 'message', user, text, ...columns, ts })
    return { ts }
  }

  /** Adds a row to the file of its day. */
  row({ folder }: Conversation, row: Row): void {
    const seconds = Number.parseFloat(String(row.ts))
    const day = new Date((Number.isFinite(seconds) ? seconds : 1_709_283_600) * 1000)
      .toISOString()
      .slice(0, 10)
    const file = `${folder}/${day}.json`
    this.#messages.set(file, [...(this.#messages.get(file) ?? []), row])
  }

  /** All files of the export by their names. */
  files(): Map<string, string | Uint8Array> {
    const json = (value: unknown) => JSON.stringify(value, null, 4)
    return new Map<string, string | Uint8Array>([
      ['users.json', json(this.users)],
      ...Object.entries(this.lists).map(([list, rows]) => [`${list}.json`, json(rows)] as const),
      ...[...this.#messages].map(([file, rows]) => [file, json(rows)] as const),
      ...this.others,
    ])
  }

  #conversation(
    list: 'channels' | 'groups' | 'mpims',
    letter: string,
    name: string,
    members: readonly string[],
    columns: Row,
  ) {
    const id = `${letter}${this.#ids++}`
    this.lists[list].push({
      id,
      name,
      created: 1_709_000_000,
      creator: members[0] ?? '',
      is_archived: false,
      is_general: false,
      members,
      topic: { value: '', creator: '', last_set: 0 },
      purpose: { value: '', creator: '', last_set: 0 },
      ...columns,
    })
    return { id, folder: name }
  }
}
