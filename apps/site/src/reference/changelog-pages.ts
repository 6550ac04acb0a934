import type { Change, Endpoint, EventDefinition } from '@tagma/contract/define.ts'
import type { Page } from '../build/page.ts'
import { fieldsOf, type JsonSchema, jsonSchema } from './json-schema.ts'
import { eventName, eventSlug } from './words.ts'

interface Entry {
  readonly level: number
  readonly text: string
}

interface History {
  readonly since?: number | undefined
  readonly deprecated?: number | undefined
  readonly changes?: readonly Change[] | undefined
}

/** What a history says happened, level by level. `subject` names what it is the history of. */
function entriesOf(subject: string, { since, deprecated, changes = [] }: History): Entry[] {
  return [
    // Level 1 stands for "before levels were counted".
    ...(since === undefined || since < 2 ? [] : [{ level: since, text: `${subject}: added.` }]),
    ...(deprecated === undefined || deprecated < 2
      ? []
      : [{ level: deprecated, text: `${subject}: deprecated.` }]),
    ...changes.map(({ level, text }) => ({ level, text: `${subject}: ${text}` })),
  ]
}

function entriesInside(subject: string, schema: JsonSchema, depth: number): Entry[] {
  if (depth === 0) return []
  return fieldsOf(schema).flatMap(({ name, schema: field }) => [
    ...entriesOf(`${subject}, \`${name}\``, {
      since: field['x-since'],
      deprecated: field['x-deprecated-since'],
      changes: field['x-changes'],
    }),
    ...entriesInside(`${subject}, \`${name}\``, field, depth - 1),
  ])
}

/** Every change that the contract tells of, newest level first. */
export function changesByLevel(
  endpoints: readonly Endpoint[],
  events: readonly EventDefinition[],
): ReadonlyMap<number, readonly string[]> {
  const entries: Entry[] = []
  for (const endpoint of endpoints) {
    const subject = `[${endpoint.method} ${endpoint.path}](${endpoint.id})`
    entries.push(...entriesOf(subject, endpoint))
    for (const [name, parameter] of Object.entries(endpoint.params)) {
      entries.push(...entriesOf(`${subject}, parameter \`${name}\``, parameter))
      if (parameter.encoding !== 'upload')
        entries.push(
          ...entriesInside(`${subject}, parameter \`${name}\``, jsonSchema(parameter.schema, 'input'), 3),
        )
    }
    for (const [name, schema] of Object.entries(endpoint.returns))
      entries.push(
        ...entriesInside(`${subject}, answer`, { properties: { [name]: jsonSchema(schema, 'output') } }, 3),
      )
  }
  for (const event of events) {
    const subject = `Event [${eventName(event)}](${eventSlug(event)})`
    entries.push(...entriesOf(subject, event))
    for (const [name, schema] of Object.entries(event.fields))
      entries.push(...entriesInside(subject, { properties: { [name]: jsonSchema(schema, 'output') } }, 3))
  }
  const levels = new Map<number, string[]>()
  for (const { level, text } of entries.toSorted((a, b) => b.level - a.level)) {
    const texts = levels.get(level) ?? []
    if (!texts.includes(text)) texts.push(text)
    levels.set(level, texts)
  }
  return levels
}

/** What fits on one page with room for its frame. */
const longestChangelog = 40_000

/** The changelog by feature level, on as many pages as it needs. */
export function changelogPages(
  endpoints: readonly Endpoint[],
  events: readonly EventDefinition[],
  featureLevel: number,
  lastmod: string,
): Page[] {
  const parts: { first: number; text: string }[] = []
  for (const [level, texts] of changesByLevel(endpoints, events)) {
    const text = `## Level ${level}\n\n${texts.map((line) => `- ${line}`).join('\n')}\n\n`
    const part = parts.at(-1)
    if (part && part.text.length + text.length <= longestChangelog) part.text += text
    else parts.push({ first: level, text })
  }
  const slugOf = (index: number) => (index === 0 ? 'changelog' : `changelog-${parts[index]?.first ?? 0}`)
  return parts.map(({ first, text }, index) => ({
    slug: slugOf(index),
    title: index === 0 ? 'API changelog' : `API changelog up to level ${first}`,
    description:
      index === 0
        ? `What changed in the API at which feature level, up to ${featureLevel}, as far as this server implements it.`
        : `What changed in the API at feature level ${first} and before.`,
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
