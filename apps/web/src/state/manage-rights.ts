import type { Role } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { mayActOnRoles, mayGiveRole, mayManagePerson } from '@tagma/rules/people.ts'
import { isAdministrator, isOwner } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { t } from '#words/words.ts'
import { type Person, peopleOf } from './people.ts'

type Managed = Pick<Person, 'user_id' | 'role' | 'bot_owner_id'>

const selfOf = (state: State) => personOf(state, state.user_id ?? -1)

/** Returns why one may not manage somebody, as a sentence; undefined where one may. Only owners manage owners. */
export function manageReason(state: State, person: Pick<Managed, 'role'>): string | undefined {
  const self = selfOf(state)
  if (mayManagePerson(self, person)) return undefined
  return t(isAdministrator(self) ? 'person.only-owners-manage' : 'person.only-administrators-manage')
}

/** Returns why somebody cannot be given a role, or undefined. */
export function roleReason(state: State, person: Managed, role: Role): string | undefined {
  const self = selfOf(state)
  const owner = person.bot_owner_id == null ? undefined : personOf(state, person.bot_owner_id)
  if (person.role === roles.owner && role !== roles.owner && isOnlyOwner(state, person))
    return t('person.only-owner-stays')
  if (mayGiveRole(self, person, role, owner)) return undefined
  if (mayActOnRoles(self, role, person.role) && isAdministrator(self)) return t('person.bot-above-owner')
  return manageReason(state, person) ?? t('person.only-owners-manage')
}

/** Returns why somebody's account cannot be deactivated, or undefined. */
export function deactivationReason(state: State, person: Managed): string | undefined {
  return (
    manageReason(state, person) ?? (isOnlyOwner(state, person) ? t('person.only-owner-stays') : undefined)
  )
}

/** Whether somebody is the only active person who owns the organization. */
function isOnlyOwner(state: State, { user_id, role }: Pick<Person, 'user_id' | 'role'>): boolean {
  if (!isOwner({ role })) return false
  const owners = [...peopleOf(state).values()].filter(
    (other) => other.is_active && !other.is_bot && isOwner(other),
  )
  return owners.every((other) => other.user_id === user_id)
}
