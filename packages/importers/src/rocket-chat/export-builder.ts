import type { Row } from '../rows.ts'

/** Builds dumps of Rocket.Chat's database in their documented form, for tests: collections of documents. */
export class RocketChatExportBuilder {
  readonly collections = new Map<string, Row[]>()
  #ids = 1
  #at = Date.UTC(2024, 2, 1, 12)

  add(collection: string, row: Row): string {
    const id = typeof row._id === 'string' ? row._id : `id${this.#ids++}`
    const rows = this.collections.get(collection) ?? []
    this.collections.set(collection, rows)
    rows.push({ ...row, _id: id })
    return id
  }

  /** The time of the newest message. */
  get now(): Date {
    return new Date(this.#at)
  }

  user(name: string, columns: Row = {}): string {
    return this.add('users', {
      _id: `u-${name}`,
      username: name,
      name: name[0]?.toUpperCase() + name.slice(1),
      emails: [{ address: `${name}@example.com`, verified: true }],
      roles: ['user'],
      active: true,
      type: 'user',
      ...columns,
    })
  }

  room(name: string, columns: Row = {}): string {
    return this.add('rocketchat_room', {
      _id: `r-${name}`,
      t: 'c',
      name,
      fname: name,
      ts: new Date(this.#at),
      ...columns,
    })
  }

  /** A direct conversation. */
  direct(...users: readonly string[]): string {
    return this.add('rocketchat_room', {
      _id: users.toSorted().join(''),
      t: 'd',
      uids: users,
      ts: new Date(this.#at),
    })
  }

  subscribe(user: string, rid: string, columns: Row = {}): void {
    this.add('rocketchat_subscription', {
      rid,
      u: { _id: user, username: user.slice(2) },
      open: true,
      alert: false,
      unread: 0,
      ...columns,
    })
  }

  /** Sends a message, a second after the one before; returns its id. */
  message(user: string, rid: string, msg: string, columns: Row = {}): string {
    this.#at += 1000
    return this.add('rocketchat_message', {
      rid,
      msg,
      ts: new Date(this.#at),
      u: { _id: user, username: user.slice(2), name: user.slice(2) },
      ...columns,
    })
  }
}
