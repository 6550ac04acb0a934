import type { Audience } from './audience.ts'
import type { Touches } from './touches.ts'

/** A row of the event log, decoded. `body` is an event as its contract declares it, in its fullest form. */
export interface LogRow {
  readonly id: number
  readonly organizationId: number
  readonly type: string
  readonly body: Readonly<Record<string, unknown>>
  readonly audience: Audience
  /** Facts that shaping would look up, from the process that wrote the row. */
  readonly known?: unknown
  readonly touches: Touches | null
}
