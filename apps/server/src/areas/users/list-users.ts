import type { User } from '@tagma/contract/objects/user.ts'
import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { loadProfiles } from '#store/people/profile-values.ts'
import { presentUser, visibleUsers } from './present.ts'
import { requireUser, sightOf } from './visibility.ts'

export interface UserForm {
  readonly client_gravatar: boolean
  readonly include_custom_profile_fields: boolean
}

/** Presents users in the form that the caller asked for. */
export async function presentUsers(
  { caller, db, directory }: Call,
  users: readonly UserRecord[],
  form: UserForm,
): Promise<User[]> {
  const viewer = { user: caller, clientGravatar: form.client_gravatar }
  if (!form.include_custom_profile_fields) return users.map((user) => presentUser(user, viewer))
  const profiles = await loadProfiles(
    db,
    directory.organization.id,
    users.length === 1 ? users.map(({ id }) => id) : undefined,
  )
  return users.map((user) => presentUser(user, viewer, profiles.get(user.id) ?? {}))
}

/** Lists all users that the caller may see, or those of some ids. */
export async function listUsers(
  call: Call,
  form: UserForm & { readonly user_ids: readonly number[] | undefined },
): Promise<User[]> {
  const sees = await sightOf(call.db, call.directory, call.caller)
  const wanted = form.user_ids && new Set(form.user_ids)
  const users = visibleUsers(call.directory).filter((user) => (!wanted || wanted.has(user.id)) && sees(user))
  return presentUsers(call, users, form)
}

/** Finds one user, by id or email address. Throws BAD_REQUEST unless the caller may see them. */
export async function fetchUser(call: Call, named: number | string, form: UserForm): Promise<User> {
  const user = await requireUser(call.db, call.directory, call.caller, named)
  const [presented] = await presentUsers(call, [user], form)
  if (!presented) throw badRequest('No such user')
  return presented
}
