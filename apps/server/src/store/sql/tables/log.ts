import type { Generated } from 'kysely'

export interface EventLogTable {
  id: Generated<number>
  organization_id: number
  at: number
  type: string
  /** JSON. */
  body: string
  /** JSON: see `model/audience.ts`. */
  audience: string
  /** JSON: ids of directory entries that the same transaction changed; null for none. */
  touches: string | null
}

export interface EventQueuesTable {
  id: string
  organization_id: number
  user_id: number
  /** JSON: what the client asked for. */
  parameters: string
  /** The log position up to which the client has everything. */
  position: number
  idle_seconds: number
  seen_at: number
}

/** How far a job has read in an organization's event log. */
export interface LogCursorsTable {
  organization_id: number
  job: string
  position: number
}

export interface LeasesTable {
  name: string
  /** The process that has it. */
  holder: string
  /** UNIX milliseconds. */
  until_ms: number
}

export interface LogFamily {
  event_log: EventLogTable
  event_queues: EventQueuesTable
  log_cursors: LogCursorsTable
  leases: LeasesTable
}
