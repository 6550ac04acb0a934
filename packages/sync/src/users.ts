import type { Payload } from '@tagma/contract/define.ts'
import type {
  realmUserAddEvent,
  realmUserRemoveEvent,
  realmUserUpdateEvent,
} from '@tagma/contract/events/realm-user.ts'
import type { Role, User } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { findUser, placeOfUser, samePlaces } from './find-user.ts'
import type { State } from './state.ts'

type Person = Payload<typeof realmUserUpdateEvent>['person']

/** Takes in users who joined, changed, or went out of sight. */
export function applyUser(
  state: State,
  event:
    | Payload<typeof realmUserAddEvent>
    | Payload<typeof realmUserUpdateEvent>
    | Payload<typeof realmUserRemoveEvent>,
): State {
  const { realm_users: active, realm_non_active_users: inactive = [] } = state
  if (!active) return state
  const { user_id: id } = event.person
  if (event.op === 'remove')
    return { ...state, realm_users: without(active, id), realm_non_active_users: without(inactive, id) }
  if (event.op === 'add')
    return {
      ...state,
      realm_users: put(active, event.person),
      realm_non_active_users: without(inactive, id),
    }
  const old = findUser(active, id) ?? findUser(inactive, id)
  if (!old) return state
  const user = changed(old, event.person)
  return {
    ...state,
    ...(id === state.user_id ? ownFields(event.person) : {}),
    realm_users: user.is_active ? put(active, user) : without(active, id),
    realm_non_active_users: user.is_active ? without(inactive, id) : put(inactive, user),
    ...(user.is_active ? {} : { presences: presencesWithout(state, old) }),
  }
}

/** Replaces a user in place, or adds one to the end. */
function put(users: User[], user: User): User[] {
  const place = placeOfUser(users, user.user_id)
  if (place === undefined) return samePlaces(users, [...users, user])
  return samePlaces(users, users.with(place, user))
}

function without(users: User[], id: number): User[] {
  const place = placeOfUser(users, id)
  return place === undefined ? users : users.toSpliced(place, 1)
}

/** Removes the presence of a deactivated user. Keys are ids, or the API email addresses of older clients. */
function presencesWithout({ presences }: State, { user_id, email }: User): State['presences'] {
  if (!presences || !(user_id in presences || email in presences)) return presences
  const others = { ...presences }
  // A copy without some keys would take a hundred times as long.
  delete others[user_id]
  delete others[email]
  return others
}

function changed(user: User, person: Person): User {
  const {
    user_id: _id,
    new_email,
    avatar_url_medium: _medium,
    avatar_source: _source,
    custom_profile_field: field,
    role,
    ...same
  } = person
  const next: User = { ...user, ...same }
  if (new_email !== undefined) next.email = new_email
  if (role !== undefined) Object.assign(next, { role, ...flagsOf(role) })
  if (field) {
    const { [field.id]: _old, ...others } = user.profile_data ?? {}
    const { value, rendered_value } = field
    next.profile_data =
      value === null
        ? others
        : {
            ...others,
            [field.id]: { value, ...(rendered_value === undefined ? {} : { rendered_value }) },
          }
  }
  if (next.is_deleted && next.profile_data) next.profile_data = {}
  return next
}

const flagsOf = (role: Role) => ({
  is_owner: role === roles.owner,
  is_admin: role <= roles.administrator,
  is_guest: role === roles.guest,
})

/** Returns the fields of the registration response that describe the user, outside of the list of users. */
function ownFields({ full_name, new_email, delivery_email, role, ...person }: Person): Partial<State> {
  const { avatar_url, avatar_url_medium, avatar_source } = person
  return {
    ...(full_name === undefined ? {} : { full_name }),
    ...(new_email === undefined ? {} : { email: new_email }),
    ...(delivery_email === undefined || delivery_email === null ? {} : { delivery_email }),
    ...(avatar_url === undefined ? {} : { avatar_url }),
    ...(avatar_url_medium === undefined ? {} : { avatar_url_medium }),
    ...(avatar_source === undefined ? {} : { avatar_source }),
    ...(role === undefined
      ? {}
      : {
          ...flagsOf(role),
          is_moderator: role <= roles.moderator,
        }),
  }
}
