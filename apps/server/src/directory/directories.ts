import type { LogRow } from '#model/log-row.ts'
import { must } from '#model/must.ts'
import type { Touches } from '#model/touches.ts'
import { newestLogId } from '#store/log/event-log.ts'
import { loadEmoji } from '#store/organization/custom-emoji.ts'
import { loadChannels, loadGroups, loadOrganization, loadUsers } from '#store/organization/directory-rows.ts'
import { loadAlertWords } from '#store/personal/alert-words.ts'
import type { Db } from '#store/sql/db.ts'
import { OrganizationDirectory } from './organization-directory.ts'

/** The directories of the organizations that are in use. Each is loaded once, and the log keeps it up to date. */
export class Directories {
  readonly #reader: Db
  readonly #loaded = new Map<number, OrganizationDirectory>()
  readonly #loading = new Map<number, Promise<OrganizationDirectory>>()

  constructor(reader: Db) {
    this.#reader = reader
  }

  /** Returns the directory of an organization, loaded on first need. Throws if there is no such organization. */
  get(organizationId: number): OrganizationDirectory | Promise<OrganizationDirectory> {
    return this.#loaded.get(organizationId) ?? this.#load(organizationId)
  }

  /** Applies the changes of a transaction, of this process or of another. */
  async apply(organizationId: number, rows: readonly LogRow[], db: Db = this.#reader): Promise<void> {
    await this.#loading.get(organizationId)
    const directory = this.#loaded.get(organizationId)
    if (!directory) return
    for (const row of rows) {
      if (row.id <= directory.position) continue
      if (row.touches) {
        directory.changes++
        await this.#refresh(directory, row.touches, db)
      }
      directory.position = Math.max(directory.position, row.id)
    }
  }

  /** Log position of an organization's directory; 0 while it is being read, undefined if nobody asked for it. */
  positionOf(organizationId: number): number | undefined {
    const isLoading = this.#loading.has(organizationId)
    return this.#loaded.get(organizationId)?.position ?? (isLoading ? 0 : undefined)
  }

  /** The organizations whose directories are in memory. */
  known(): number[] {
    return [...this.#loaded.keys()]
  }

  /** Tells whether a directory is in use: false after its organization was removed. */
  has(directory: OrganizationDirectory): boolean {
    return this.#loaded.get(directory.organization.id) === directory
  }

  /** Forgets an organization whose data was removed. */
  forget(organizationId: number): void {
    this.#loaded.delete(organizationId)
  }

  async #refresh(directory: OrganizationDirectory, touches: Touches, db: Db): Promise<void> {
    const id = directory.organization.id
    if (touches.groups) {
      const groups = await loadGroups(db, id, touches.groups)
      for (const group of touches.groups) directory.removeGroup(group)
      for (const group of groups) directory.putGroup(group)
    }
    if (touches.subscribers) directory.subscribers.forget(touches.subscribers)
    if (touches.organization)
      directory.organization = await loadOrganization(db, id, (name) => directory.systemGroup(name).id)
    if (touches.users) {
      const users = await loadUsers(db, id, touches.users)
      const found = new Set(users.map((user) => user.id))
      for (const user of users) directory.putUser(user)
      for (const user of touches.users) if (!found.has(user)) directory.removeUser(user)
    }
    if (touches.channels) {
      const channels = await loadChannels(db, id, touches.channels)
      const found = new Set(channels.map((channel) => channel.id))
      for (const channel of channels) directory.putChannel(channel)
      for (const channel of touches.channels) if (!found.has(channel)) directory.removeChannel(channel)
    }
    if (touches.emoji) {
      for (const emoji of await loadEmoji(db, id, touches.emoji)) directory.putEmoji(emoji)
    }
    if (touches.alertWords) {
      const words = await loadAlertWords(db, id, touches.alertWords)
      for (const user of touches.alertWords) directory.putAlertWords(user, words.get(user) ?? [])
    }
  }

  #load(organizationId: number): Promise<OrganizationDirectory> {
    let loading = this.#loading.get(organizationId)
    if (!loading) {
      loading = this.#read(organizationId).finally(() => this.#loading.delete(organizationId))
      this.#loading.set(organizationId, loading)
    }
    return loading
  }

  async #read(id: number): Promise<OrganizationDirectory> {
    const directory = await readDirectory(this.#reader, id)
    this.#loaded.set(id, directory)
    return directory
  }
}

/** Reads the whole directory of an organization. */
export async function readDirectory(db: Db, id: number): Promise<OrganizationDirectory> {
  // The position first: rows after it are applied again, and that changes nothing.
  const position = await newestLogId(db, id)
  const groups = await loadGroups(db, id)
  const groupId = (name: string) =>
    must(
      groups.find((group) => group.name === name),
      `the organization lacks its group ${name}`,
    ).id
  const directory = new OrganizationDirectory(await loadOrganization(db, id, groupId))
  for (const group of groups) directory.putGroup(group)
  for (const user of await loadUsers(db, id)) directory.putUser(user)
  for (const channel of await loadChannels(db, id)) directory.putChannel(channel)
  for (const emoji of await loadEmoji(db, id)) directory.putEmoji(emoji)
  for (const [user, words] of await loadAlertWords(db, id)) directory.putAlertWords(user, words)
  directory.position = position
  return directory
}
