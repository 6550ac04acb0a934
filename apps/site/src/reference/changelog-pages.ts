import { changeEntries, changeLines } from '@tagma/contract/changelog.ts'
import type { Endpoint, EventDefinition } from '@tagma/contract/define.ts'
import type { Page } from '../build/page.ts'
import { eventSlug } from './words.ts'

/** The length that fits on one page, with room for its frame and for absolute links in place of relative ones. */
const longestPart = 30_000

/** Writes the changelog by feature level, newest first, on as many pages as it needs. */
export function changelogPages(
  endpoints: readonly Endpoint[],
  events: readonly EventDefinition[],
  featureLevel: number,
  lastmod: string,
): Page[] {
  const slugs = new Map<string, string>([
    ...endpoints.map(({ method, path, id }) => [`${method} ${path}`, id] as const),
    ...events.map((event) => {
      const { type, op } = event
      return [`Event \`${type}\`${op === undefined ? '' : ` \`${op}\``}`, eventSlug(event)] as const
    }),
  ])
  const linked = (place: string) => {
    const slug = slugs.get(place)
    return slug === undefined ? place : `[${place}](${slug})`
  }
  const parts: { first: number; text: string }[] = []
  for (const [level, entries] of Map.groupBy(changeEntries(endpoints, events), (entry) => entry.level)) {
    // Levels below 2 mean "before levels were counted".
    if (level < 2) continue
    const text = `## Level ${level}\n\n${changeLines(entries, linked).join('\n')}\n\n`
    const part = parts.at(-1)
    if (part && part.text.length + text.length <= longestPart) part.text += text
    else parts.push({ first: level, text })
  }
  const slugOf = (index: number) => (index === 0 ? 'changelog' : `changelog-${parts[index]?.first ?? 0}`)
  return parts.map(({ first, text }, index) => ({
    slug: slugOf(index),
    title: index === 0 ? 'API changelog' : `API changelog up to level ${first}`,
    description:
      index === 0
        ? `What changed in the API at which feature level, up to ${featureLevel}, as far as this server implements it.`
        : `What changed in the API at feature level ${first} and before, as far as this server implements it.`,
    section: 'Reference',
    order: 5 + index / 100,
    lastmod,
    body: `${
      index === 0
        ? `The API is versioned by one number, its feature level. This server speaks level **${featureLevel}**; clients read it as \`zulip_feature_level\` from [GET /server_settings](get-server-settings). Behaviour that is described as “since level N” is absent on servers below N. What is listed nowhere here was always there.\n\n`
        : `The levels after ${first} are on [the page before](${slugOf(index - 1)}).\n\n`
    }${text.trim()}${index + 1 < parts.length ? `\n\n[Older levels](${slugOf(index + 1)})` : ''}`,
  }))
}
