import type { Endpoint, Input } from '@tagma/contract/define.ts'
import { Refusal } from '#model/refusal.ts'
import { type WrittenPlace, placesOf, type AgentSight } from './places-of.ts'

/** An agent that may write in some channels only. */
interface Bound extends AgentSight {
  /** Ids of those channels. Direct messages to the caller alone are always allowed: nobody else gets them. */
  readonly writeTo: readonly number[]
}

/**
 * Refuses a call that writes where the agent may not. An endpoint without a rule is refused too, so that a new tool is
 * not forgotten. Reading is never refused here.
 */
export async function requireWritable<E extends Endpoint>(
  bound: Bound,
  endpoint: E,
  args: Input<E>,
): Promise<void> {
  if (endpoint.method === 'GET') return
  const places = (await placesOf(bound, endpoint, args)) ?? [{ channel: 0 }]
  const { caller, writeTo } = bound
  const isAllowed = (place: WrittenPlace) =>
    'channel' in place
      ? writeTo.includes(place.channel)
      : place.people.length > 0 && place.people.every((id) => id === caller.id)
  if (!places.every(isAllowed)) throw new Refusal('INSUFFICIENT_SCOPE', sentence(bound))
}

/** Says where the agent may write. It knows the names: its person chose them. */
function sentence({ directory, writeTo }: Bound): string {
  const names = writeTo.flatMap((id) => {
    const channel = directory.channels.get(id)
    return channel && !channel.isArchived && !channel.isHiddenFromAgents ? `#${channel.name}` : []
  })
  const places = ['direct messages to yourself', ...names]
  return `This access token writes only to ${places.slice(0, 20).join(', ')}${places.length > 20 ? ' and others' : ''}.`
}
