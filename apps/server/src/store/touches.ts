/** Directory entries that a transaction changed, so that every process reads them anew. */
export interface Touches {
  organization?: true
  users?: number[]
  groups?: number[]
  channels?: number[]
}

export type TouchedKind = 'users' | 'groups' | 'channels'
