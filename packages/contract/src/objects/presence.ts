import * as z from 'zod'
import { field } from '../define.ts'

/** Presence in the modern format. */
export const presence = z.strictObject({
  active_timestamp: field(
    z.int().nonnegative(),
    'The time when a client last reported the user as active, in UNIX seconds. 0 if this never happened.',
  ),
  idle_timestamp: field(z.int().nonnegative(), 'The time of the last report by any client, in UNIX seconds.'),
})
export type Presence = z.output<typeof presence>

const status = z.enum(['active', 'idle'])
const client = {
  client: field(z.literal('website'), 'Always `website`.'),
  status: field(status, 'The last known state of the user.'),
  timestamp: field(z.int(), 'The time of this state in UNIX seconds.'),
}

/** Presence in the legacy format. Both entries are the same. */
export const legacyPresence = z.strictObject({
  aggregated: field(z.strictObject(client), 'The common result of the reports of all clients.'),
  website: field(
    z.strictObject({ ...client, pushable: field(z.literal(false), 'Always false.') }),
    'The same report, under the name of one client.',
  ),
})
export type LegacyPresence = z.output<typeof legacyPresence>

/** `presences`: keyed by user id in the modern format, by API email address in the legacy one. */
export const presences = z.record(z.string(), z.union([presence, legacyPresence]))
