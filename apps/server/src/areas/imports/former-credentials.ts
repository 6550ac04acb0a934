import type { Losses } from '@tagma/importers/losses.ts'
import type { PersonRecord } from '@tagma/importers/record.ts'
import { formerHash } from '#model/former-hash.ts'
import type { Tx } from '#store/log/tx.ts'
import { apiKeysInUse } from '#store/people/users.ts'

/** Credentials of somebody on the former server; empty texts are missing. */
export interface FormerCredential {
  readonly hash: string
  readonly apiKey: string
}

/** Credentials by the lower-case address of their owner. */
export type FormerCredentials = ReadonlyMap<string, FormerCredential>

/** The hash and the key that somebody keeps; null for none. */
interface KeptCredential {
  readonly hash: string | null
  readonly apiKey: string | null
}

const nothing: KeptCredential = { hash: null, apiKey: null }

/** Decides which credentials people keep. Hashes that cannot be checked here, and keys that others have, are counted. */
export async function keptCredentials(
  tx: Tx,
  people: readonly PersonRecord[],
  credentials: FormerCredentials,
  losses: Losses,
): Promise<(person: PersonRecord) => KeptCredential> {
  if (credentials.size === 0) return () => nothing
  const kept = new Map<PersonRecord['key'], KeptCredential>()
  const taken = await apiKeysInUse(
    tx.db,
    [...credentials.values()].map(({ apiKey }) => apiKey),
  )
  const used = new Set<string>()
  losses.read('passwords', credentials.size)
  for (const person of people) {
    const email = person.email.toLowerCase()
    const given = credentials.get(email)
    // Of two people with one address the active one keeps it.
    if (!given || (used.has(email) && !person.isActive)) continue
    used.add(email)
    const isUsable = formerHash(given.hash) !== undefined
    // Django writes an exclamation mark where nobody has a password.
    if (!isUsable && given.hash !== '' && !given.hash.startsWith('!'))
      losses.drop('passwords', 'kind_not_known', 'state', person.key)
    const apiKey = /^[A-Za-z0-9]{32}$/.test(given.apiKey) && !taken.has(given.apiKey) ? given.apiKey : null
    if (apiKey === null && given.apiKey !== '') losses.mend('passwords', 'new_api_key', 'state', person.key)
    else if (apiKey !== null) taken.add(apiKey)
    kept.set(person.key, { hash: isUsable ? given.hash : null, apiKey })
  }
  const unknown = [...credentials.keys()].filter((email) => !used.has(email))
  if (unknown.length > 0) losses.drop('passwords', 'person_unknown', 'state', undefined, unknown.length)
  return (person) => kept.get(person.key) ?? nothing
}
