import type { ClientCapabilities } from '@tagma/contract/endpoints/events/register-queue.ts'
import type { registration } from '@tagma/contract/objects/registration.ts'
import type * as z from 'zod'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Db } from '#store/sql/db.ts'
import type { JsonText } from './json-fields.ts'
import type { Services } from './services.ts'

/** The registration response as its parts build it; the lists of users are text that many answers share. */
export type RegistrationPart = {
  [K in keyof typeof registration]?:
    | z.output<(typeof registration)[K]>
    | (K extends `realm_${string}users` ? JsonText : never)
}

export interface SnapshotRequest {
  readonly db: Db
  readonly directory: OrganizationDirectory
  readonly user: UserRecord
  readonly services: Services
  /** UNIX seconds. */
  readonly now: number
  /** Tells whether the client asked for the state that belongs to an event type. */
  readonly wants: (eventType: string) => boolean
  readonly options: {
    readonly capabilities: ClientCapabilities
    readonly clientGravatar: boolean
    readonly includeSubscribers: boolean | 'partial'
    readonly slimPresence: boolean
    readonly presenceHistoryDays: number
    /** True for the official apps, which know only `zulip_extra_emoji`. */
    readonly wantsLegacyEmojiType: boolean
  }
}

/** An area's part of the registration response. */
export type Snapshot = (request: SnapshotRequest) => Promise<RegistrationPart>
