import { safeAddress } from './address.ts'
import { findBareUrls } from './bare-url.ts'
import type { Linkifiers } from './linkifier.ts'

/** A link that clients offer beside a topic, an entry of a message's `topic_links`. */
export interface TopicLink {
  readonly text: string
  readonly url: string
}

/**
 * Lists the links in a topic's name, in the order of the text: matches of the organization's linkifiers, earlier rules
 * first if two overlap, then bare addresses.
 */
export function topicLinks(name: string, linkifiers: Linkifiers | null): TopicLink[] {
  const topic = name.toWellFormed()
  const byRule = (linkifiers?.rules ?? []).flatMap((rule) => rule(topic))
  const bare = findBareUrls(topic).map(({ start, end }) => ({
    start,
    end,
    url: withScheme(topic.slice(start, end)),
  }))
  const kept: typeof bare = []
  for (const match of [...byRule, ...bare]) {
    const free = kept.every((other) => match.end <= other.start || other.end <= match.start)
    if (free && safeAddress(match.url) !== null) kept.push(match)
  }
  kept.sort((a, b) => a.start - b.start)
  return kept.map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}

function withScheme(address: string): string {
  if (/^https?:/.test(address)) return address
  return /^[^/]*@/.test(address) ? `mailto:${address}` : `https://${address}`
}
