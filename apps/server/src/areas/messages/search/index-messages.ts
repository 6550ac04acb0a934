import { setImmediate } from 'node:timers/promises'
import type { Services } from '#call/services.ts'
import { searchBacklog, writeIndex } from '#store/search/search-upkeep.ts'
import type { WordForm } from './stems.ts'
import { indexText, passagesOf } from './words.ts'

const batch = 500
/** Messages after which others have their turn. */
const turn = 50

// Forms that this process has written already need not be written again. They are the same objects until forgotten.
const known = new WeakMap<Services, Map<number, WeakSet<WordForm>>>()

/** Brings an organization's search index up to date. Costs two look-ups when it is. */
export async function indexMessages(services: Services, organizationId: number): Promise<void> {
  for (;;) {
    const backlog = await searchBacklog(services.data.db, organizationId, batch)
    if (!backlog) return
    const written = knownForms(services, organizationId)
    const tokens = new Map<number, ReadonlySet<string>>()
    const forms = new Set<WordForm>()
    for (const [index, { id, rendered }] of backlog.messages.entries()) {
      // Some milliseconds of work, after which others have their turn.
      if (index % turn === turn - 1) await setImmediate()
      const indexed = indexText(passagesOf(rendered))
      tokens.set(id, indexed.tokens)
      for (const form of indexed.forms) if (!written.has(form)) forms.add(form)
    }
    const isWritten = await services.data.transact(organizationId, (tx) =>
      writeIndex(tx, backlog, tokens, [...forms]),
    )
    if (isWritten) for (const form of forms) written.add(form)
  }
}

function knownForms(services: Services, organizationId: number): WeakSet<WordForm> {
  let organizations = known.get(services)
  if (!organizations) known.set(services, (organizations = new Map<number, WeakSet<WordForm>>()))
  let forms = organizations.get(organizationId)
  if (!forms) organizations.set(organizationId, (forms = new WeakSet()))
  return forms
}
