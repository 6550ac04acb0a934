import type { ServerEvent } from '@tagma/client/server-event.ts'
import { useKnown } from './use-known.ts'

/** Events that tell of a list which the page does not keep: who shows the list fetches it again. */
const types = [
  'attachment',
  'delete_message',
  'invites_changed',
  'realm_export',
  'realm_export_consent',
  'tagma_exports',
  'tagma_push_devices',
] as const
export type HeardType = (typeof types)[number]

/** How many events of each type came since the page began. */
export type Heard = Readonly<Partial<Record<HeardType, number>>>

/** Counts the events of one answer. */
export function withHeard(heard: Heard, events: readonly ServerEvent[]): Heard {
  let next = heard
  for (const { type } of events) {
    const known = types.find((each) => each === type)
    if (known) next = { ...next, [known]: (next[known] ?? 0) + 1 }
  }
  return next
}

/**
 * Returns a number that changes when an event of the type comes: a dependency of the effect that fetches. Without a type it
 * stays the same.
 */
export function useHeard(type: HeardType | undefined): number {
  return useKnown(({ heard }) => (type && heard[type]) ?? 0)
}
