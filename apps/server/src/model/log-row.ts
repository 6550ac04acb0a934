import type { Audience } from './audience.ts'
import type { Touches } from './touches.ts'

/** A row of the event log, decoded. `body` is an event as its contract declares it, in its fullest form. */
export interface LogRow {
  readonly id: number
  readonly organizationId: number
  readonly type: string
  readonly body: Readonly<Record<string, unknown>>
  readonly audience: Audience
  /** What shaping the event would look up, in the process that wrote it. */
  readonly known?: unknown
  readonly touches: Touches | null
}
