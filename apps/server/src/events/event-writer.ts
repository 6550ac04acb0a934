import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { LogEvent, LogEventType } from '#model/log-event.ts'
import type { LogRow } from '#model/log-row.ts'
import type { UserRecord } from '#model/records.ts'
import type { Db } from '#store/sql/db.ts'
import type { EventQueue } from './event-queue.ts'
import { EventTexts } from './event-texts.ts'
import type { AnyShaper } from './shaper.ts'

// Array.isArray alone does not narrow readonly lists.
const isList = (parts: object): parts is readonly object[] => Array.isArray(parts)

/** Events without a shaper go out as they are. */
const passOn = (body: LogEvent) => ({ key: '', shared: () => body, own: undefined })

/** An event on its way into queues, with everything that its shaper has looked up. */
export interface PreparedEvent {
  readonly body: LogEvent
  readonly prepared: unknown
  /** Texts made so far, by the shaper's key: clients of one kind share a text. */
  readonly texts: Map<string, EventTexts>
}

/** Makes the texts of events for each kind of client, by the areas' shapers. */
export class EventWriter {
  readonly #db: Db
  readonly #shapers: ReadonlyMap<LogEventType, AnyShaper>

  constructor(db: Db, shapers: readonly AnyShaper[]) {
    this.#db = db
    this.#shapers = new Map(shapers.map((shaper) => [shaper.type, shaper]))
  }

  /** Looks up the data for shaping rows for some viewers, together for all rows of one type. */
  async prepare(
    directory: OrganizationDirectory,
    rows: readonly LogRow[],
    viewersOf: (row: LogRow) => readonly number[],
  ): Promise<PreparedEvent[]> {
    const found = new Map<LogRow, unknown>()
    for (const [type, ofType] of Map.groupBy(rows, (row) => row.type)) {
      const results = await this.#shapers.get(type)?.prepare?.(this.#db, directory, ofType, viewersOf)
      for (const [index, row] of ofType.entries()) found.set(row, results?.[index])
    }
    return rows.map((row) => ({ ...unprepared(row.body), prepared: found.get(row) }))
  }

  /** Tells whether events of a type were prepared for particular viewers only. */
  isPersonal(type: LogEventType): boolean {
    return this.#shapers.get(type)?.isPersonal ?? false
  }

  /** Texts of an event for a queue. */
  textsFor(
    queue: EventQueue,
    user: UserRecord,
    directory: OrganizationDirectory,
    event: PreparedEvent,
  ): EventTexts {
    const { body, prepared, texts } = event
    if (body.type === 'touch' || !queue.wants(body.type)) return EventTexts.none
    const shaper = this.#shapers.get(body.type)
    const { narrow } = queue.parameters
    const viewer = queue.viewer(user)
    if (narrow.length > 0 && shaper?.matches && !shaper.matches(body, prepared, narrow, viewer))
      return EventTexts.none
    const shaped = shaper ? shaper.shape(body, viewer, prepared, directory, queue.id) : passOn(body)
    if (!shaped) return EventTexts.none
    let shared = texts.get(shaped.key)
    if (shared === undefined) {
      const bodies = shaped.shared()
      shared = new EventTexts(
        (isList(bodies) ? bodies : [bodies]).map((each) => JSON.stringify(each).slice(1)),
      )
      texts.set(shaped.key, shared)
    }
    if (!shaped.own) return shared
    const own = JSON.stringify(shaped.own).slice(1, -1)
    return new EventTexts(shared.rests.map((rest) => `${own},${rest}`))
  }
}

/** An event that needs no lookup. */
export const unprepared = (body: LogEvent): PreparedEvent => ({
  body,
  prepared: undefined,
  texts: new Map(),
})
