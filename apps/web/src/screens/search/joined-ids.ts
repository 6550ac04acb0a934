/** Ids of one search, each list newest first. */
interface Ids {
  /** Those that stood on the screen before the server answered. */
  readonly shown: readonly number[]
  readonly server: readonly number[]
}

/**
 * Joins the server's results to those that are shown already, which keep their places under the reader's eyes: newer ones come
 * before all of them, such as messages that were written meanwhile, and all others behind.
 */
export function joinedIds({ shown, server }: Ids): readonly number[] {
  const newest = shown[0]
  if (newest === undefined) return server
  const isShown = new Set(shown)
  const others = server.filter((id) => !isShown.has(id))
  return [...others.filter((id) => id > newest), ...shown, ...others.filter((id) => id <= newest)]
}
