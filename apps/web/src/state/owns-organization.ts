import { isOwner } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'

/** Whether one owns the organization: pages and sections for owners are there then, and absent otherwise. */
export function ownsOrganization(state: State | undefined): boolean {
  return state !== undefined && isOwner(personOf(state, state.user_id ?? -1))
}
