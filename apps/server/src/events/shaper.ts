import type { ClientCapabilities } from '@tagma/contract/endpoints/events/register-queue.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ClientEvent, LogEventOf, LogEventType } from '#model/log-event.ts'
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

type PartOf<E> = E extends ClientEvent ? Pick<E, 'type'> & Partial<E> : never
type OwnPartOf<E> = E extends ClientEvent ? Partial<Omit<E, 'type'>> : never

/** An event of a type as a client gets it, or the part of one that does not depend on the user. */
export type ShapedPart<T extends LogEventType = LogEventType> = PartOf<Extract<ClientEvent, { type: T }>>

export interface Shaped<T extends LogEventType = LogEventType> {
  /** Viewers with the same key share the shared part. */
  readonly key: string
  /** Part of the event that does not depend on the user; a list if the client gets several events. */
  readonly shared: () => ShapedPart<T> | readonly ShapedPart<T>[]
  /** Part of the event that depends on the user. */
  readonly own?: OwnPartOf<Extract<ClientEvent, { type: T }>>
}

/** Turns events of one type into the form for each client. Types without a shaper are sent as they are. */
export interface Shaper<T extends LogEventType = LogEventType, P = unknown> {
  readonly type: T
  /**
   * Looks up, once for many rows, the data for shaping; returns it for each row in order. `viewersOf` gives the ids of
   * a row's viewers here: few, however large its audience is.
   */
  prepare?(
    db: Db,
    directory: OrganizationDirectory,
    rows: readonly LogRow<LogEventOf<T>>[],
    viewersOf: (row: LogRow) => readonly number[],
  ): Promise<P[]>
  /** True if the result of `prepare` is useless for other viewers. */
  readonly isPersonal?: boolean
  /** Returns the event for a viewer; undefined if it is not for them. */
  shape(
    body: LogEventOf<T>,
    viewer: Viewer,
    prepared: P,
    directory: OrganizationDirectory,
    queueId: string,
  ): Shaped<T> | undefined
  /** Tells whether an event passes the narrow of a queue. */
  matches?(body: LogEventOf<T>, prepared: P, narrow: unknown, viewer: Viewer): boolean
}

/** A shaper of some type. It is found by its type, so that it gets no other events. */
export type AnyShaper = Pick<Shaper, keyof Shaper>
