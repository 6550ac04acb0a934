import { compileLinkifiers, type Linkifiers } from '@tagma/markdown/linkifier.ts'
import { type TopicLink, topicLinks } from '@tagma/markdown/topic-links.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { LinkifierRecord } from '#model/records.ts'

interface Compiled {
  readonly linkifiers: Linkifiers
  /** Links of recent topics: the messages of one fetch share few topics. */
  readonly topics: Map<string, TopicLink[]>
}

const keptTopics = 1000

// Keyed by the list itself: the directory makes a new list whenever the organization changes.
const compiled = new WeakMap<readonly LinkifierRecord[], Compiled>()

function compiledOf({ organization: { linkifiers } }: OrganizationDirectory): Compiled {
  let found = compiled.get(linkifiers)
  if (!found) {
    found = { linkifiers: compileLinkifiers(linkifiers), topics: new Map() }
    compiled.set(linkifiers, found)
  }
  return found
}

/** The organization's linkifiers, compiled once and ready to apply. */
export const linkifiersOf = (directory: OrganizationDirectory): Linkifiers => compiledOf(directory).linkifiers

/** Links that clients offer beside a topic: a message's `topic_links`. */
export function topicLinksOf(directory: OrganizationDirectory, topic: string): TopicLink[] {
  const { linkifiers, topics } = compiledOf(directory)
  let links = topics.get(topic)
  if (!links) {
    links = topicLinks(topic, linkifiers)
    if (topics.size >= keptTopics) topics.clear()
    topics.set(topic, links)
  }
  return links
}
