import { type EventFilter, passes, readPatterns } from './filter.ts'
import {
  fit,
  type Integration,
  MisfitPayload,
  type Outcome,
  type Post,
  UnsupportedEvent,
  UnusableRequest,
} from './integration.ts'
import { oneLine, safeContent } from './safe-text.ts'

/** A request of a service. */
export interface Request {
  /** The payload, parsed. */
  readonly payload: unknown
  readonly header: (name: string) => string | undefined
  /** The fields of the address. */
  readonly query: Readonly<Record<string, string>>
  readonly people?: ReadonlyMap<string, string>
}

/** The messages of a request, or the reason why there are none. */
export type Read =
  | { readonly kind: 'posts'; readonly posts: readonly Post[] }
  | { readonly kind: 'caller' }
  | { readonly kind: 'no event header'; readonly header: string }
  | { readonly kind: 'unsupported'; readonly event: string }
  | { readonly kind: 'misfit'; readonly places: readonly string[] }
  | { readonly kind: 'unusable'; readonly reason: string }

/** Deeper payloads are of no service, and would break what walks through them. */
const deepest = 200

/**
 * Translates a request into posts that are safe to send: filtered by event, cut to length, waking nobody. Never throws
 * for a payload, whatever it is.
 */
export function run(integration: Integration, { payload, header, query, people }: Request): Read {
  const { eventHeader } = integration
  const names = eventHeader === undefined ? [] : [eventHeader].flat()
  const event = names.map(header).find((name) => name !== undefined && name !== '') ?? ''
  if (names[0] !== undefined && event === '') return { kind: 'no event header', header: names[0] }
  if (isDeeper(payload, deepest)) return { kind: 'misfit', places: ['payload (nested too deep)'] }
  try {
    const outcome = integration.read({
      payload: fit(integration.payload, payload),
      header,
      event,
      query,
      options: optionsOf(integration, query),
      hasTopic: query.topic !== undefined && query.topic !== '',
      people: people ?? new Map(),
    })
    return 'answer' in outcome ? { kind: 'caller' } : { kind: 'posts', posts: made(outcome, query) }
  } catch (error) {
    if (error instanceof UnsupportedEvent) return { kind: 'unsupported', event: error.event }
    if (error instanceof MisfitPayload) return { kind: 'misfit', places: error.places }
    if (error instanceof UnusableRequest) return { kind: 'unusable', reason: error.message }
    throw error
  }
}

function made(outcome: Exclude<Outcome, { answer: unknown }>, query: Request['query']): Post[] {
  const filter: EventFilter = {
    only: readPatterns(query.only_events),
    exclude: readPatterns(query.exclude_events),
  }
  const posts: readonly Post[] = 'content' in outcome ? [outcome] : outcome
  return posts.flatMap((post) => {
    const content = safeContent(post.content)
    if (content.trim() === '' || !passes(filter, post.event)) return []
    return [{ ...post, topic: oneLine(post.topic), content }]
  })
}

/** Tells whether a flag in an address is set. */
export const isOn = (value: string | undefined): boolean => /^(true|1|yes|on)$/i.test(value?.trim() ?? '')

function optionsOf({ options }: Integration, query: Request['query']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { kind, initial }]) => {
      const given = query[name]
      if (given === undefined) return [name, initial]
      return [name, kind === 'flag' ? isOn(given) : given]
    }),
  )
}

/** Tells whether a value is nested deeper than a limit. Walks without recursion. */
function isDeeper(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= limit; depth++) {
    const inner: unknown[] = []
    for (const part of level)
      if (typeof part === 'object' && part !== null)
        for (const child of Object.values(part))
          if (typeof child === 'object' && child !== null) inner.push(child)
    if (inner.length === 0) return false
    level = inner
  }
  return true
}
