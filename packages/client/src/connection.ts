/** The place of a follower in its queue. A program that keeps it can go on there later. */
export interface QueuePosition {
  readonly queueId: string
  /** The id of the newest event that was received. */
  readonly lastEventId: number
  /** Seconds after which the server answers a poll at the latest. 90 if omitted. */
  readonly longPollSeconds?: number
}

/**
 * The reason of a wait. `unreachable`: no network or no server. `overdue`: the server did not answer in time. `failing`:
 * the server, or a proxy before it, answered with an error. `limited`: the server asks for a pause.
 */
export type WaitReason = 'unreachable' | 'overdue' | 'failing' | 'limited'

/**
 * The state of a connection to the server.
 * - `registering`: the first registration is on its way. `resuming`: a queue that was kept is asked.
 * - `live`: the server has answered, events come as they happen.
 * - `waiting`: the last attempt failed; `until` is the time of the next one, in milliseconds since 1970. The state stays
 *   until an attempt succeeds.
 * - `stale`: the queue is gone. What is known can be outdated until the state that comes with the next registration.
 * - `signedOut`: the server does not accept the credentials or the session any more (401). Final.
 * - `closed`: `stopped` by the follower, `deactivated` with the organization, or a `failure` that would repeat. Final.
 */
export type Connection =
  | { readonly state: 'registering' | 'resuming' | 'live' | 'stale' }
  | {
      readonly state: 'waiting'
      readonly reason: WaitReason
      readonly until: number
      readonly error: unknown
    }
  | { readonly state: 'signedOut'; readonly error: unknown }
  | { readonly state: 'closed'; readonly reason: 'stopped' }
  | { readonly state: 'closed'; readonly reason: 'deactivated' | 'failure'; readonly error: unknown }
