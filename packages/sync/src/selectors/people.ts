import type { User } from '@tagma/contract/objects/user.ts'
import { findUser } from '../find-user.ts'
import type { State } from '../state.ts'

/** Returns a user, deactivated ones included; undefined for people that the user may not see. */
export const userOf = (state: State, id: number): User | undefined =>
  findUser(state.realm_users, id) ?? findUser(state.realm_non_active_users, id)

/** Returns the name of a user; undefined for people that the user may not see. */
export const nameOf = (state: State, id: number): string | undefined => userOf(state, id)?.full_name
