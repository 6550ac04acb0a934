import type { ProfileFieldType } from '@tagma/contract/objects/profile-field.ts'
import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { ProfileFieldsTable } from '#store/sql/tables/organization.ts'

export interface ProfileFieldRow {
  readonly id: number
  readonly name: string
  readonly type: ProfileFieldType
  readonly hint: string
  /** JSON, or empty. */
  readonly fieldData: string
  readonly position: number
  readonly isInSummary: boolean
  readonly isRequired: boolean
  readonly isEditableByUser: boolean
  readonly isForMatching: boolean
}
export type NewProfileField = Omit<ProfileFieldRow, 'id'>

const ofOrganization = prepared((db, p: { organization: number }) =>
  db
    .selectFrom('profile_fields')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .orderBy('position')
    .orderBy('id'),
)

/** The organization's custom profile fields in their order. */
export async function loadProfileFields(db: Db, organizationId: number): Promise<ProfileFieldRow[]> {
  const rows = await ofOrganization.all(db, { organization: organizationId })
  return rows.map(toField)
}

function toField(row: Selectable<ProfileFieldsTable>): ProfileFieldRow {
  return {
    id: row.id,
    name: row.name,
    type: row.type as ProfileFieldType,
    hint: row.hint,
    fieldData: row.field_data,
    position: row.position,
    isInSummary: row.in_summary === 1,
    isRequired: row.required === 1,
    isEditableByUser: row.editable_by_user === 1,
    isForMatching: row.for_matching === 1,
  }
}

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0)

const columnsOf = (field: NewProfileField) => ({
  name: field.name,
  name_key: field.name.toLowerCase(),
  type: field.type,
  hint: field.hint,
  field_data: field.fieldData,
  position: field.position,
  in_summary: bit(field.isInSummary),
  required: bit(field.isRequired),
  editable_by_user: bit(field.isEditableByUser),
  for_matching: bit(field.isForMatching),
})

export async function insertProfileField(tx: Tx, field: NewProfileField): Promise<number> {
  const { id } = await tx.db
    .insertInto('profile_fields')
    .values({ organization_id: tx.organizationId, ...columnsOf(field) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateProfileField(tx: Tx, { id, ...field }: ProfileFieldRow): Promise<void> {
  await tx.db.updateTable('profile_fields').set(columnsOf(field)).where('id', '=', id).execute()
}

/** Deletes a field with everybody's values. */
export async function deleteProfileField(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('profile_fields').where('id', '=', id).execute()
}

/** Deletes the values of a field that are no longer allowed; returns the ids of their users. */
export async function deleteOtherValues(
  tx: Tx,
  fieldId: number,
  allowed: readonly string[],
): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('profile_values')
    .select(['user_id', 'value'])
    .where('field_id', '=', fieldId)
    .execute()
  const gone = rows.filter((row) => !allowed.includes(row.value)).map((row) => row.user_id)
  if (gone.length > 0)
    await tx.db
      .deleteFrom('profile_values')
      .where('field_id', '=', fieldId)
      .where('user_id', 'in', gone)
      .execute()
  return gone
}
