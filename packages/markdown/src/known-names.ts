import type {
  CustomEmoji,
  LinkableChannel,
  LinkedTopic,
  Lookups,
  MentionableGroup,
  MentionableUser,
} from './lookups.ts'

/** The names in a message's lookups. Each kind is indexed at its first use. */
export class KnownNames {
  readonly #lookups: Lookups
  #usersByName: Map<string, MentionableUser> | undefined
  #usersById: Map<number, MentionableUser> | undefined
  #groups: Map<string, MentionableGroup> | undefined
  #channels: Map<string, LinkableChannel> | undefined
  #topics: Map<string, LinkedTopic> | undefined
  #emoji: Map<string, CustomEmoji> | undefined

  constructor(lookups: Lookups) {
    this.#lookups = lookups
  }

  /** Finds the first user of that name, in any case. */
  user(name: string): MentionableUser | undefined {
    this.#usersByName ??= firstBy(this.#lookups.users, (user) => user.name.toLowerCase())
    return this.#usersByName.get(name.toLowerCase())
  }

  userById(id: number): MentionableUser | undefined {
    this.#usersById ??= firstBy(this.#lookups.users, (user) => user.id)
    return this.#usersById.get(id)
  }

  /** Finds the group of that name, in any case. */
  group(name: string): MentionableGroup | undefined {
    this.#groups ??= firstBy(this.#lookups.groups, (group) => group.name.toLowerCase())
    return this.#groups.get(name.toLowerCase())
  }

  /** Finds the channel of exactly that name. */
  channel(name: string): LinkableChannel | undefined {
    this.#channels ??= firstBy(this.#lookups.channels, (channel) => channel.name)
    return this.#channels.get(name)
  }

  /** Finds the topic of that name, in any case. */
  topic(channelId: number, topic: string): LinkedTopic | undefined {
    const key = (id: number, name: string) => `${id} ${name.toLowerCase()}`
    this.#topics ??= firstBy(this.#lookups.topics, (linked) => key(linked.channelId, linked.topic))
    return this.#topics.get(key(channelId, topic))
  }

  customEmoji(name: string): CustomEmoji | undefined {
    this.#emoji ??= firstBy(this.#lookups.emoji, (emoji) => emoji.name)
    return this.#emoji.get(name)
  }
}

function firstBy<K, V>(values: readonly V[], keyOf: (value: V) => K): Map<K, V> {
  const map = new Map<K, V>()
  for (const value of values) {
    const key = keyOf(value)
    if (!map.has(key)) map.set(key, value)
  }
  return map
}
