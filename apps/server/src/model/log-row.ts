import type { Audience } from './audience.ts'
import type { KnownOf, LogEvent, LogEventType } from './log-event.ts'
import type { Touches } from './touches.ts'

/** A row of the event log, decoded. */
export interface LogRow<E extends LogEvent = LogEvent> {
  readonly id: number
  readonly organizationId: number
  /** That of `body`. */
  readonly type: LogEventType
  readonly body: E
  readonly audience: Audience
  /** Facts that shaping would look up, from the process that wrote the row. */
  readonly known?: KnownOf<E['type']>
  readonly touches: Touches | null
}
