/** What took the place of older types: who names both is told of the newer one alone. Level 134. */
const successors: Readonly<Record<string, string>> = { muted_topics: 'user_topic' }

/** The event types that a client is told of, by those that it names. */
export function wantedTypes(named: readonly string[]): ReadonlySet<string> {
  const types = new Set(named)
  for (const [older, newer] of Object.entries(successors)) if (types.has(newer)) types.delete(older)
  return types
}
