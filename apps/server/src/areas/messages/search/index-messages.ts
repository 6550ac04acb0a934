import { setImmediate } from 'node:timers/promises'
import type { Services } from '#call/services.ts'
import { searchBacklog, writeIndex } from '#store/search/search-upkeep.ts'
import type { WordForm } from './stems.ts'
import { indexText, passagesOf } from './words.ts'

const batch = 500
/** After so many messages, other work gets its turn. */
const turn = 50

// Word forms that this process has already written. They are the same objects until `remembered` forgets them.
const known = new WeakMap<Services, Map<number, WeakSet<WordForm>>>()

/** Updates an organization's search index. Costs two look-ups if there is nothing to do. */
export async function indexMessages(services: Services, organizationId: number): Promise<void> {
  for (;;) {
    const backlog = await searchBacklog(services.data.db, organizationId, batch)
    if (!backlog) return
    const written = knownForms(services, organizationId)
    const tokens = new Map<number, ReadonlySet<string>>()
    const forms = new Set<WordForm>()
    for (const [index, { id, rendered }] of backlog.messages.entries()) {
      // After some milliseconds of work, others get their turn.
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
