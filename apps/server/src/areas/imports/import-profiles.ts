import { profileFieldType } from '@tagma/contract/objects/profile-field.ts'
import type { Losses } from '@tagma/importers/losses.ts'
import type { Key, ProfileFieldRecord, ProfileValueRecord } from '@tagma/importers/record.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import { fieldProblem, isMarkdown, requireValue } from '#areas/profile-fields/rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertImported } from '#store/organization/imports.ts'
import {
  insertProfileField,
  type NewProfileField,
  type ProfileFieldRow,
} from '#store/organization/profile-fields.ts'
import type { MappedIds } from './mapped-ids.ts'
import type { ImportPlan } from './plan-import.ts'

interface Context {
  readonly ids: MappedIds
  readonly directory: OrganizationDirectory
  readonly losses: Losses
}

/** Writes the fields of profiles, and what people have filled in. */
export async function importProfiles(tx: Tx, plan: ImportPlan, context: Context): Promise<void> {
  const fields = await loadFields(tx, plan.profileFields, context.losses)
  const people = new Set(
    plan.people.flatMap((person) => (person.botType === null ? context.ids.person(person) : [])),
  )
  await loadValues(tx, plan.profileValues, fields, people, context)
}

/** Returns the fields by their keys, without those that are not allowed here. */
async function loadFields(
  tx: Tx,
  records: readonly ProfileFieldRecord[],
  losses: Losses,
): Promise<Map<Key, ProfileFieldRow>> {
  const fields = new Map<Key, ProfileFieldRow>()
  for (const record of records) {
    losses.read('profile_fields')
    const field = allowedField(record, [...fields.values()])
    if (typeof field === 'string')
      losses.drop('profile_fields', 'not_allowed', 'content', `${record.name}: ${field}`)
    else fields.set(record.key, { ...field, id: await insertProfileField(tx, field) })
  }
  return fields
}

/** Returns the field as it can be here, or what is wrong with it. */
function allowedField(
  record: ProfileFieldRecord,
  others: readonly ProfileFieldRow[],
): NewProfileField | string {
  const type = profileFieldType.safeParse(record.type).data
  if (type === undefined) return `There is no type ${record.type}.`
  if (!isObject(record.data)) return 'Its field_data is no JSON.'
  const field = {
    name: record.name.trim(),
    type,
    hint: record.hint,
    fieldData: record.data,
    position: others.length + 1,
    isInSummary: record.isInSummary,
    isRequired: record.isRequired,
    isEditableByUser: record.isEditableByUser,
    isForMatching: record.isForMatching,
  }
  return fieldProblem(field, others) ?? field
}

function isObject(json: string): boolean {
  try {
    return json === '' || typeof JSON.parse(json) === 'object'
  } catch {
    return false
  }
}

async function loadValues(
  tx: Tx,
  records: readonly ProfileValueRecord[],
  fields: ReadonlyMap<Key, ProfileFieldRow>,
  people: ReadonlySet<number>,
  { ids, directory, losses }: Context,
): Promise<void> {
  const rows = new Map<
    string,
    { user_id: number; field_id: number; value: string; rendered: string | null }
  >()
  for (const { person, field: key, value: given } of records) {
    const [user_id, field] = [ids.users.get(person), fields.get(key)]
    losses.read('profile_values')
    if (user_id === undefined || !field) {
      losses.drop('profile_values', 'field_not_allowed', 'content', person)
      continue
    }
    const value = allowedValue(field, given, ids, people)
    if (value === undefined) losses.drop('profile_values', 'not_allowed', 'content', person)
    else if (value === '' || value === '[]') losses.drop('profile_values', 'empty', 'trace', person)
    else if (rows.has(`${user_id} ${field.id}`)) losses.drop('profile_values', 'twice', 'state', person)
    else
      rows.set(`${user_id} ${field.id}`, {
        user_id,
        field_id: field.id,
        value,
        rendered: isMarkdown(field.type) ? await renderDescription(directory, value) : null,
      })
  }
  await insertImported(tx, 'profile_values', [...rows.values()])
}

/** Returns a value as it is kept here; undefined for one that does not fit its field. */
function allowedValue(
  field: ProfileFieldRow,
  given: string,
  ids: MappedIds,
  people: ReadonlySet<number>,
): string | undefined {
  try {
    const value = field.type === 6 ? peopleIn(given, ids) : given
    return requireValue(field, value, (id) => people.has(id))
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Ids of the people in a list of keys. */
function peopleIn(json: string, ids: MappedIds): number[] {
  const keys: unknown = JSON.parse(json)
  return Array.isArray(keys) ? keys.flatMap((key) => ids.users.get(key as Key) ?? []) : []
}
