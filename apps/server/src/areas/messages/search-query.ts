/** Which messages a search may find, as the index knows them. */
export interface SearchScope {
  /** The user whose direct messages belong to it; missing when only channels do. */
  readonly userId?: number
  readonly channelIds: readonly number[]
}
