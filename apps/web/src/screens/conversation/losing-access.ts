import { hasSharedHistory, mayReadChannel } from '@tagma/rules/channels.ts'
import { organizationOf, personOf, ruledChannel } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { channelById } from '#state/channels.ts'

interface Place {
  readonly channelId: number
  readonly subscribers: ReadonlySet<number>
}

/** Returns how many people may read the messages of a channel now, and may not when they are in the other one. */
export function losingAccess(state: State | undefined, from: Place, to: Place): number {
  const [here, there] = [channelById(state, from.channelId), channelById(state, to.channelId)]
  if (!state || !here || !there || here === there) return 0
  const [old, next] = [ruledChannel(here), ruledChannel(there)]
  const organization = organizationOf(state)
  return (state.realm_users ?? []).filter(({ user_id: id, is_active, is_bot }) => {
    if (is_bot || !is_active) return false
    const person = personOf(state, id)
    if (!mayReadChannel(organization, person, old, from.subscribers.has(id))) return false
    const isThere = to.subscribers.has(id)
    // Without shared history, the present subscribers alone see what is moved there.
    return hasSharedHistory(next) ? !mayReadChannel(organization, person, next, isThere) : !isThere
  }).length
}
