/** Time at which a user was last present, as rows keep it and processes tell each other. */
export interface PresenceRow {
  readonly userId: number
  /** UNIX seconds; 0 for never. */
  readonly activeAt: number
  /** UNIX seconds. */
  readonly seenAt: number
  readonly status: 'active' | 'idle'
  readonly updateId: number
}
