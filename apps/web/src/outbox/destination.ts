/** A conversation that one can write to: a topic of a channel, or people. */
export type Destination = TopicDestination | PeopleDestination

export interface TopicDestination {
  readonly kind: 'topic'
  readonly channelId: number
  /** Empty for the topic without a name. */
  readonly topic: string
}

export interface PeopleDestination {
  readonly kind: 'people'
  /** The others, ascending. Empty for notes to oneself. */
  readonly userIds: readonly number[]
}

/** Returns a text that is equal for equal conversations: `5 colors` in lower case, or `dm 8,10`. */
export function destinationKey(to: Destination): string {
  return to.kind === 'topic' ? `${to.channelId} ${to.topic.toLowerCase()}` : `dm ${to.userIds.join()}`
}
