import type { Payload } from '@tagma/contract/define.ts'
import type { customProfileFieldsEvent } from '@tagma/contract/events/custom-profile-fields.ts'
import type { User } from '@tagma/contract/objects/user.ts'
import type { State } from './state.ts'

/** Takes in the list of custom profile fields, and removes the values of fields that are gone. */
export function applyProfileFields(
  state: State,
  { fields }: Payload<typeof customProfileFieldsEvent>,
): State {
  const known = new Set(fields.map((field) => String(field.id)))
  const prune = (user: User): User =>
    user.profile_data
      ? {
          ...user,
          profile_data: Object.fromEntries(Object.entries(user.profile_data).filter(([id]) => known.has(id))),
        }
      : user
  return {
    ...state,
    ...(state.custom_profile_fields ? { custom_profile_fields: fields } : {}),
    ...(state.realm_users ? { realm_users: state.realm_users.map(prune) } : {}),
    ...(state.realm_non_active_users
      ? { realm_non_active_users: state.realm_non_active_users.map(prune) }
      : {}),
  }
}
