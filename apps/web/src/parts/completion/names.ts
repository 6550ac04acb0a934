import { fitOf, folded } from './match.ts'
import { best, type Suggestion } from './suggestion.ts'

/** A channel that can be linked. */
export interface LinkableChannel {
  readonly channelId: number
  readonly name: string
  readonly detail: string
  readonly isSubscribed: boolean
  readonly isArchived: boolean
}

/** Returns the channels that a query means: one's own first. */
export function suggestChannels(channels: readonly LinkableChannel[], query: string): Suggestion[] {
  const asked = folded(query)
  return best(channels, ({ name, isSubscribed, isArchived }) => {
    const fit = fitOf(asked, folded(name))
    return fit === undefined ? undefined : [isArchived ? 1 : 0, fit === 0 ? 0 : 1, isSubscribed ? 0 : 1, fit]
  }).map(({ channelId, name, detail }) => ({
    key: `channel ${channelId}`,
    label: name,
    detail,
    insert: `#**${name}** `,
    picture: { kind: 'channel', channelId },
  }))
}

/** Returns links to topics of a channel, the newest topic first. A topic that does not exist yet can be linked, too. */
export function suggestTopics(channel: string, topics: readonly string[], query: string): Suggestion[] {
  const asked = folded(query)
  const link = (topic: string, detail?: string): Suggestion => ({
    key: `topic ${topic.toLowerCase()}`,
    label: topic,
    insert: `#**${channel}>${topic}** `,
    ...(detail === undefined ? {} : { detail }),
  })
  return best(
    topics.filter((topic) => topic !== ''),
    (topic) => {
      const fit = fitOf(asked, folded(topic))
      return fit === undefined ? undefined : [fit === 0 ? 0 : fit === 3 ? 2 : 1]
    },
  ).map((topic) => link(topic))
}

/** Returns the words that begin with what is typed, in their given order. */
export function suggestWords(
  words: readonly { readonly word: string; readonly detail?: string; readonly insert: string }[],
  query: string,
): Suggestion[] {
  const asked = query.toLowerCase()
  return words
    .filter(({ word }) => word.toLowerCase().startsWith(asked))
    .slice(0, 8)
    .map(({ word, detail, insert }) => ({
      key: `word ${word}`,
      label: word,
      insert,
      ...(detail === undefined ? {} : { detail }),
    }))
}
