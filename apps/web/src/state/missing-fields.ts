import type { State } from '@tagma/sync/state.ts'
import { type Person, peopleOf, type WithPeople } from './people.ts'
import { remember } from './remember.ts'

type Field = NonNullable<State['custom_profile_fields']>[number]

/** Returns the profile fields that the organization asks everybody for and the reader has left empty. */
export function missingFields(
  state: (WithPeople & Pick<State, 'user_id' | 'custom_profile_fields'>) | undefined,
): readonly Field[] {
  return missing(state?.custom_profile_fields, peopleOf(state).get(state?.user_id ?? -1))
}

const missing = remember((fields: readonly Field[] | undefined, own: Person | undefined) =>
  (fields ?? []).filter(
    ({ id, required, editable_by_user }) =>
      own && required && editable_by_user && (own.profile_data?.[String(id)]?.value ?? '') === '',
  ),
)
