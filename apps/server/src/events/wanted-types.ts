/** Successors of older event types: a client that names both gets only the newer one. Feature level 134. */
const successors: Readonly<Record<string, string>> = { muted_topics: 'user_topic' }

/** Event types that a client gets, from those that it names. */
export function wantedTypes(named: readonly string[]): ReadonlySet<string> {
  const types = new Set(named)
  for (const [older, newer] of Object.entries(successors)) if (types.has(newer)) types.delete(older)
  return types
}
