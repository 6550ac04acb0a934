import type { Losses } from '../losses.ts'
import type { Key, ProfileFieldRecord, ProfileValueRecord } from '../record.ts'
import { flagIn, idIn, numberIn, type Row, textIn } from '../rows.ts'
import type { ZulipTables } from './zulip-tables.ts'

/** Tables with the fields of people's profiles. */
export const profileTables = {
  fields: 'zerver_customprofilefield',
  values: 'zerver_customprofilefieldvalue',
} as const

/** Reads the fields of profiles in their order, and what people have filled in. */
export function* readProfiles(
  tables: ZulipTables,
  people: ReadonlySet<Key>,
  losses: Losses,
): Generator<ProfileFieldRecord | ProfileValueRecord> {
  const fields = [...tables.byId(profileTables.fields)].toSorted(
    ([, a], [, b]) => (numberIn(a, 'order') ?? 0) - (numberIn(b, 'order') ?? 0),
  )
  for (const [key, row] of fields) yield fieldRecord(key, row)
  const known = new Set(fields.map(([key]) => key))
  for (const row of tables.rows(profileTables.values)) {
    const [person, field] = [idIn(row, 'user_profile'), idIn(row, 'field')]
    if (person === undefined || !people.has(person))
      losses.drop(profileTables.values, 'person_unknown', 'state', idIn(row, 'id'))
    else if (field === undefined || !known.has(field))
      losses.drop(profileTables.values, 'field_unknown', 'content', idIn(row, 'id'))
    else yield { t: 'profile_value', person, field, value: textIn(row, 'value') }
  }
}

const fieldRecord = (key: number, row: Row): ProfileFieldRecord => ({
  t: 'profile_field',
  key,
  name: textIn(row, 'name'),
  type: numberIn(row, 'field_type') ?? 0,
  hint: textIn(row, 'hint'),
  data: textIn(row, 'field_data'),
  isInSummary: flagIn(row, 'display_in_profile_summary'),
  isRequired: flagIn(row, 'required'),
  isEditableByUser: flagIn(row, 'editable_by_user', true),
  isForMatching: flagIn(row, 'use_for_user_matching'),
})
