import * as z from 'zod'
import { field } from '../define.ts'

/** Presence in the modern format. */
export const presence = z.strictObject({
  active_timestamp: field(
    z.int().nonnegative(),
    'When a client last reported the user as active, UNIX seconds; 0 when none ever did.',
  ),
  idle_timestamp: field(z.int().nonnegative(), 'When a client last reported anything at all, UNIX seconds.'),
})
export type Presence = z.output<typeof presence>

const status = z.enum(['active', 'idle'])
const client = {
  client: field(z.literal('website'), 'Always `website`.'),
  status: field(status, 'What the user was when last heard of.'),
  timestamp: field(z.int(), 'When that was, UNIX seconds.'),
}

/** Presence in the legacy format: the same twice. */
export const legacyPresence = z.strictObject({
  aggregated: field(z.strictObject(client), 'What all clients of the user report together.'),
  website: field(
    z.strictObject({ ...client, pushable: field(z.literal(false), 'Always false.') }),
    'The same again, as if from one client.',
  ),
})
export type LegacyPresence = z.output<typeof legacyPresence>

/** `presences`: keyed by user id in the modern format, by API email address in the legacy one. */
export const presences = z.record(z.string(), z.union([presence, legacyPresence]))
