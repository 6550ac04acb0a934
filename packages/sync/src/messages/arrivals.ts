import type { DeclaredEvent } from '../state.ts'
import type { Facts } from './facts.ts'
import { fits } from './fits.ts'
import { type Message, messageOf } from './message.ts'
import type { Messages } from './messages.ts'
import type { Narrow } from './narrow.ts'

/**
 * Returns the messages of a canonical narrow that came since `position`, oldest first, whether a window holds them or not:
 * as far as events are remembered.
 */
export function arrivedSince(
  { recent, position: now }: Messages,
  narrow: Narrow,
  position: number,
  facts: Facts,
): readonly Message[] {
  if (now <= position) return []
  return recent
    .slice(-(now - position))
    .filter((event): event is Extract<DeclaredEvent, { type: 'message' }> => event.type === 'message')
    .map(({ message, flags }) => messageOf(message, flags))
    .filter((message) => fits(narrow, message, facts) === 'yes')
}
