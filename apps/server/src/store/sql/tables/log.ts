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
  /** JSON: ids of directory entries that the same transaction changed; null if there are no such entries. */
  touches: string | null
}

export interface EventQueuesTable {
  id: string
  organization_id: number
  user_id: number
  /** JSON: the parameters of the registration. */
  parameters: string
  /** The log position up to which the client has everything. */
  position: number
  /** Seconds that the queue lives after a poll. Before its first poll it has the default life. */
  idle_seconds: number
  seen_at: number
  is_polled: number
  /** `session <id>` for a queue that ends with a session; null for a queue that an API key registered. */
  credential: string | null
}

/** The position of a job in an organization's log. */
export interface LogCursorsTable {
  organization_id: number
  job: string
  position: number
}

export interface LeasesTable {
  name: string
  /** Process that holds the lease. */
  holder: string
  /** UNIX milliseconds. */
  until_ms: number
}

/** A change that matters, in the chain of its organization; see `store/log/audit-log.ts`. */
export interface AuditLogTable {
  organization_id: number
  /** Place in the chain, from 1. */
  number: number
  at: number
  actor_kind: string
  actor_id: number | null
  credential: string | null
  address: string | null
  action: string
  target_kind: string | null
  target_id: number | null
  /** JSON. */
  detail: string
  digest: string
}

/** The ends of an organization's chain. */
export interface AuditChainsTable {
  organization_id: number
  newest_number: number
  newest_digest: string
  /** The newest row that was deleted because of its age; 0 with the digest '' before there is one. */
  forgotten_number: number
  forgotten_digest: string
}

export interface LogFamily {
  event_log: EventLogTable
  event_queues: EventQueuesTable
  log_cursors: LogCursorsTable
  leases: LeasesTable
  audit_log: AuditLogTable
  audit_chains: AuditChainsTable
}
