import type { ClientCapabilities } from '@tagma/contract/endpoints/events/register-queue.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { LogRow } from '#model/log-row.ts'
import type { UserRecord } from '#model/records.ts'
import type { Db } from '#store/sql/db.ts'

/** Who looks at an event, and what their client understands. */
export interface Viewer {
  readonly user: UserRecord
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly capabilities: ClientCapabilities
  /** True for the official apps that know `zulip_extra_emoji` only. */
  readonly wantsLegacyEmojiType: boolean
}

export interface Shaped {
  /** Viewers with the same key get the same shared part. */
  readonly key: string
  /** The part of the event that does not depend on the user; a list when it is several events for the client. */
  readonly shared: () => EventBody | readonly EventBody[]
  /** The part that does. */
  readonly own?: Readonly<Record<string, unknown>>
}

/** An event as a row or an announcement carries it. */
export type EventBody = Readonly<Record<string, unknown>>

/** Turns events of one type into what each client wants. Types without a shaper go out as they are. */
export interface Shaper<P = unknown> {
  readonly type: string
  /**
   * Looks up, once for many rows, what shaping needs; the result is for each row in order. `viewersOf` gives the ids of
   * those for whom a row will be shaped: few, however many it is for.
   */
  prepare?(
    db: Db,
    directory: OrganizationDirectory,
    rows: readonly LogRow[],
    viewersOf: (row: LogRow) => readonly number[],
  ): Promise<P[]>
  /** True where what `prepare` found is of no use for others than those viewers. */
  readonly isPersonal?: boolean
  /** The event for a viewer; undefined when it is not for them. */
  shape(
    body: EventBody,
    viewer: Viewer,
    prepared: P,
    directory: OrganizationDirectory,
    queueId: string,
  ): Shaped | undefined
  /** Whether an event passes the narrow that a queue was registered with. */
  matches?(body: EventBody, prepared: P, narrow: unknown, viewer: Viewer): boolean
}
