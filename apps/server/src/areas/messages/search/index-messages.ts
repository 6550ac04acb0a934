import type { Services } from '#server/call.ts'
import { searchBacklog, writeIndex } from '#store/search-index.ts'
import { indexText, passagesOf } from './words.ts'

const batch = 500

// Words that this process has written already need not be written again; forgotten when they become too many.
const known = new WeakMap<Services, Map<number, Set<string>>>()
const mostKnown = 200_000

/** Brings an organization's search index up to date. Costs two look-ups when it is. */
export async function indexMessages(services: Services, organizationId: number): Promise<void> {
  for (;;) {
    const backlog = await searchBacklog(services.db, organizationId, batch)
    if (!backlog) return
    const written = knownWords(services, organizationId)
    const tokens = new Map<number, ReadonlySet<string>>()
    const words = new Map<string, { word: string; token: string }>()
    for (const { id, rendered } of backlog.messages) {
      const indexed = indexText(passagesOf(rendered))
      tokens.set(id, indexed.tokens)
      for (const [word, token] of indexed.words) {
        const key = `${word} ${token}`
        if (!written.has(key)) words.set(key, { word, token })
      }
    }
    const isWritten = await services.transact(organizationId, (tx) =>
      writeIndex(tx, backlog, tokens, [...words.values()]),
    )
    if (isWritten) for (const key of words.keys()) written.add(key)
  }
}

function knownWords(services: Services, organizationId: number): Set<string> {
  let organizations = known.get(services)
  if (!organizations) known.set(services, (organizations = new Map<number, Set<string>>()))
  let words = organizations.get(organizationId)
  if (!words || words.size > mostKnown) organizations.set(organizationId, (words = new Set()))
  return words
}
