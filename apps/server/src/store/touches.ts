/** Directory entries that a transaction changed, so that every process reads them anew. */
export interface Touches {
  organization?: true
  users?: number[]
  groups?: number[]
  channels?: number[]
  /** Channels whose subscribers changed. */
  subscribers?: number[]
}

export type TouchedKind = 'users' | 'groups' | 'channels' | 'subscribers'
