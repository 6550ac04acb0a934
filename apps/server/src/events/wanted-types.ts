/** Successors of older event types: a client that names both gets only the newer one. Feature level 134. */
const successors: Readonly<Record<string, string>> = { muted_topics: 'user_topic' }

/** Programs name few lists of types, in many queues: queues with the same list share one set. */
const known = new Map<string, ReadonlySet<string>>()
const knownLimit = 100

/** Event types that a client gets, from those that it names. */
export function wantedTypes(named: readonly string[]): ReadonlySet<string> {
  const list = JSON.stringify(named)
  const shared = known.get(list)
  if (shared) return shared
  const types = new Set(named)
  for (const [older, newer] of Object.entries(successors)) if (types.has(newer)) types.delete(older)
  if (known.size === knownLimit) known.clear()
  known.set(list, types)
  return types
}
