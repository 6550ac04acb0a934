import type { Payload } from '@tagma/contract/define.ts'
import type { events } from '@tagma/contract/events.ts'

type Received<D> = D extends { type: 'heartbeat' } ? never : D extends unknown ? D & { id: number } : never

/**
 * An event of a queue, by `type` and `op`. Newer servers send types that are not declared here: leave out what you do not
 * know.
 */
export type ServerEvent = Received<Payload<(typeof events)[number]>>

export type EventType = ServerEvent['type']
