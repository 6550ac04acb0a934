/** Things that an archive does not say, and whoever imports it does. */
export interface ReadOptions {
  /** Name of the organization. */
  readonly name?: string
  /** Address of the person who shall own it. */
  readonly owner?: string
  /** True if channels whose readers the archive does not tell shall be public. */
  readonly public?: true
  /** Topics of messages in sources without topics; by default `threads`. */
  readonly topics?: TopicsChoice
  /** Names of the teams that come along, in sources with several; by default all. */
  readonly teams?: readonly string[]
  /** SHA-256 of the file with addresses of people: a run that goes on needs the same. */
  readonly membersHash?: string
  /** Addresses of people by their ids or names, in small letters, where the archive has none. */
  readonly members?: ReadonlyMap<string, string>
}

/**
 * `threads`: each thread is a topic, and other messages are in the general chat. `day`: other messages are in a topic for
 * each day. `one`: everything of a channel is in its general chat.
 */
export const topicsChoices = ['threads', 'day', 'one'] as const
export type TopicsChoice = (typeof topicsChoices)[number]
