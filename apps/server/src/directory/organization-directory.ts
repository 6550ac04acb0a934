/**
 * An organization in memory: users, groups, channels, emoji, settings, alert words. Rules decide by it without a query.
 *
 * Operations
 * - Lookups by id (the maps), by name and by address, ignoring case.
 * - `isIn` and `isInGroup` answer whether a user belongs to a group setting or group: every permission asks them.
 * - `with` makes a copy with changes that are not committed yet, for the difference that they make.
 * - `put…` and `remove…` change entries. Only `Directories` calls them, after a commit.
 *
 * Invariants
 * - The contents are those of the log at `position`. In a write transaction they are exact: a body that touches entries
 *   ends its batch, and the next batch begins after the directory has taken the commit in.
 * - Outside of a transaction, another process may have committed more. A decision that must hold is made in a `Tx`.
 * - Records are replaced and never changed, so that a caller may keep one, and compare it with a later one.
 * - An address, and the name of a group or channel, leads to the last record that was put under it. Removing an older
 *   record does not unlink a newer one.
 * - System groups list no members: membership follows from the role (`isInSystemGroup`).
 *
 * Cost: a lookup is a map access. The first question about a group walks its subgroups; the result is kept until any
 * group changes. `alertWords` are compiled again after a change. `with` copies all users, groups and channels: call it
 * once for an action, and never for each message.
 *
 * A copy of `with` has no emoji, no alert words and no subscribers, and nothing keeps it up to date: drop it with the
 * action.
 */

import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { SystemGroup } from '@tagma/contract/settings/organization-permissions.ts'
import {
  initialUserSettings,
  type UserSettingName,
  type UserSettings,
} from '@tagma/contract/settings/user-settings.ts'
import { type AlertWords, compileAlertWords } from '@tagma/markdown/alert-words.ts'
import { GroupMembership } from '@tagma/rules/group-membership.ts'
import type { Person } from '@tagma/rules/organization.ts'
import type {
  ChannelRecord,
  EmojiRecord,
  GroupRecord,
  OrganizationRecord,
  UserRecord,
} from '#model/records.ts'
import { SubscriberLists } from './subscriber-lists.ts'

const nobody: ReadonlySet<UserRecord> = new Set()

/** Returns a user's setting, or the built-in value. */
export function settingOf<N extends UserSettingName>(user: UserRecord, name: N): UserSettings[N] {
  return user.settings[name] ?? initialUserSettings[name]
}

/** An organization in memory. `Directories` keeps it in step with the database; nothing else changes it. */
export class OrganizationDirectory {
  organization: OrganizationRecord
  readonly users = new Map<number, UserRecord>()
  readonly groups = new Map<number, GroupRecord>()
  readonly channels = new Map<number, ChannelRecord>()
  /** Ids of the channels that tools for agents hide. */
  readonly hiddenFromAgents = new Set<number>()
  /** Custom emoji, deactivated ones included, in the order of their ids. */
  readonly emoji = new Map<number, EmojiRecord>()
  /** Subscribers of the channels that were asked for lately. */
  readonly subscribers = new SubscriberLists()
  /** Log position of the directory's contents. */
  position = 0
  /** Number of changes of the contents so far, those included that are under way. */
  changes = 0
  readonly #usersByEmail = new Map<string, UserRecord>()
  readonly #usersByName = new Map<string, Set<UserRecord>>()
  readonly #notifiedOfChannels = new Set<number>()
  readonly #groupsByName = new Map<string, GroupRecord>()
  readonly #channelsByName = new Map<string, ChannelRecord>()
  readonly #membership = new GroupMembership((id) => this.groups.get(id))
  readonly #emojiByName = new Map<string, EmojiRecord>()
  readonly #alertWords = new Map<number, readonly string[]>()
  #compiledAlertWords: AlertWords | null | undefined

  constructor(organization: OrganizationRecord) {
    this.organization = organization
  }

  // Lookups

  /** Finds a user by API or real email address, ignoring case. */
  userByEmail(email: string): UserRecord | undefined {
    // Only this sign beyond ASCII has a small letter within it, a k: the address is another one.
    return email.includes('\u212A') ? undefined : this.#usersByEmail.get(email.toLowerCase())
  }

  /** All users of a name, ignoring case. */
  usersByName(name: string): ReadonlySet<UserRecord> {
    return this.#usersByName.get(name.toLowerCase()) ?? nobody
  }

  /** Ids of the users whose own settings notify them of the messages of all their channels. */
  get notifiedOfChannels(): ReadonlySet<number> {
    return this.#notifiedOfChannels
  }

  /** Finds a channel by name, ignoring case. */
  channelByName(name: string): ChannelRecord | undefined {
    return this.#channelsByName.get(name.toLowerCase())
  }

  /** Finds a channel by name, ignoring case. */
  groupByName(name: string): GroupRecord | undefined {
    return this.#groupsByName.get(name.toLowerCase())
  }

  /** The active custom emoji of a name. */
  emojiByName(name: string): EmojiRecord | undefined {
    return this.#emojiByName.get(name)
  }

  /** Everybody's alert words, compiled on first need after a change; null if nobody has any. */
  get alertWords(): AlertWords | null {
    return (this.#compiledAlertWords ??=
      this.#alertWords.size === 0
        ? null
        : compileAlertWords([...this.#alertWords].map(([userId, words]) => ({ userId, words }))))
  }

  systemGroup(name: SystemGroup): GroupRecord {
    const group = this.#groupsByName.get(name)
    if (!group) throw new Error(`Organization ${this.organization.id} has no group ${name}`)
    return group
  }

  // Membership

  /** Tells whether a user is in a group, directly or through subgroups. */
  isInGroup(user: Person, groupId: number): boolean {
    return this.#membership.isInGroup(user, groupId)
  }

  /** Tells whether a user is in a group-setting value. Every permission comes down to this question. */
  isIn(user: Person, setting: GroupSetting): boolean {
    return this.#membership.isIn(user, setting)
  }

  /** A copy with changes that are not committed yet: compare it with the directory to find the difference. */
  with(change: {
    users?: readonly UserRecord[]
    group?: GroupRecord
    channel?: ChannelRecord
  }): OrganizationDirectory {
    const copy = new OrganizationDirectory(this.organization)
    for (const user of this.users.values()) copy.putUser(user)
    for (const group of this.groups.values()) copy.putGroup(group)
    for (const channel of this.channels.values()) copy.putChannel(channel)
    for (const user of change.users ?? []) copy.putUser(user)
    if (change.group) copy.putGroup(change.group)
    if (change.channel) copy.putChannel(change.channel)
    return copy
  }

  // Changes, called by Directories only

  putUser(user: UserRecord): void {
    const old = this.users.get(user.id)
    if (old && old.isActive !== user.isActive) this.subscribers.forgetAll()
    this.removeUser(user.id)
    this.users.set(user.id, user)
    this.#usersByEmail.set(user.email.toLowerCase(), user)
    this.#usersByEmail.set(user.deliveryEmail.toLowerCase(), user)
    const name = user.fullName.toLowerCase()
    const namesakes = this.#usersByName.get(name)
    if (namesakes) namesakes.add(user)
    else this.#usersByName.set(name, new Set([user]))
    if (
      settingOf(user, 'enable_stream_push_notifications') ||
      settingOf(user, 'enable_stream_email_notifications')
    )
      this.#notifiedOfChannels.add(user.id)
  }

  removeUser(id: number): void {
    const old = this.users.get(id)
    if (!old) return
    this.users.delete(id)
    this.#notifiedOfChannels.delete(id)
    const name = old.fullName.toLowerCase()
    const namesakes = this.#usersByName.get(name)
    namesakes?.delete(old)
    if (namesakes?.size === 0) this.#usersByName.delete(name)
    for (const email of [old.email.toLowerCase(), old.deliveryEmail.toLowerCase()]) {
      if (this.#usersByEmail.get(email) === old) this.#usersByEmail.delete(email)
    }
  }

  putGroup(group: GroupRecord): void {
    this.removeGroup(group.id)
    this.groups.set(group.id, group)
    this.#groupsByName.set(group.name.toLowerCase(), group)
  }

  removeGroup(id: number): void {
    this.#membership.forget()
    const old = this.groups.get(id)
    if (!old) return
    this.groups.delete(id)
    if (this.#groupsByName.get(old.name.toLowerCase()) === old)
      this.#groupsByName.delete(old.name.toLowerCase())
  }

  putChannel(channel: ChannelRecord): void {
    this.removeChannel(channel.id)
    this.channels.set(channel.id, channel)
    this.#channelsByName.set(channel.name.toLowerCase(), channel)
    if (channel.isHiddenFromAgents) this.hiddenFromAgents.add(channel.id)
  }

  removeChannel(id: number): void {
    const old = this.channels.get(id)
    if (!old) return
    this.channels.delete(id)
    this.hiddenFromAgents.delete(id)
    if (this.#channelsByName.get(old.name.toLowerCase()) === old)
      this.#channelsByName.delete(old.name.toLowerCase())
  }

  putEmoji(emoji: EmojiRecord): void {
    const old = this.emoji.get(emoji.id)
    if (old && this.#emojiByName.get(old.name) === old) this.#emojiByName.delete(old.name)
    this.emoji.set(emoji.id, emoji)
    if (!emoji.isDeactivated) this.#emojiByName.set(emoji.name, emoji)
  }

  putAlertWords(userId: number, words: readonly string[]): void {
    if (words.length === 0) this.#alertWords.delete(userId)
    else this.#alertWords.set(userId, words)
    this.#compiledAlertWords = undefined
  }
}
