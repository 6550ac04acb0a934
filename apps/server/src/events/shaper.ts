import type { ClientCapabilities } from '@tagma/contract/endpoints/events/register-queue.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { LogRow } from '#model/log-row.ts'
import type { UserRecord } from '#model/records.ts'
import type { Db } from '#store/sql/db.ts'

/** A client that gets an event: its user, and what it understands. */
export interface Viewer {
  readonly user: UserRecord
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly capabilities: ClientCapabilities
  /** True for the official apps, which know only `zulip_extra_emoji`. */
  readonly wantsLegacyEmojiType: boolean
}

export interface Shaped {
  /** Viewers with the same key share the shared part. */
  readonly key: string
  /** Part of the event that does not depend on the user; a list if the client gets several events. */
  readonly shared: () => EventBody | readonly EventBody[]
  /** Part of the event that depends on the user. */
  readonly own?: Readonly<Record<string, unknown>>
}

/** An event as a row or an announcement carries it. */
export type EventBody = Readonly<Record<string, unknown>>

/** Turns events of one type into the form for each client. Types without a shaper are sent as they are. */
export interface Shaper<P = unknown> {
  readonly type: string
  /**
   * Looks up, once for many rows, the data for shaping; returns it for each row in order. `viewersOf` gives the ids of
   * a row's viewers here: few, however large its audience is.
   */
  prepare?(
    db: Db,
    directory: OrganizationDirectory,
    rows: readonly LogRow[],
    viewersOf: (row: LogRow) => readonly number[],
  ): Promise<P[]>
  /** True if the result of `prepare` is useless for other viewers. */
  readonly isPersonal?: boolean
  /** Returns the event for a viewer; undefined if it is not for them. */
  shape(
    body: EventBody,
    viewer: Viewer,
    prepared: P,
    directory: OrganizationDirectory,
    queueId: string,
  ): Shaped | undefined
  /** Tells whether an event passes the narrow of a queue. */
  matches?(body: EventBody, prepared: P, narrow: unknown, viewer: Viewer): boolean
}
