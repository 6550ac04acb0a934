import { defaultExternalAccounts, type ProfileFieldType } from '@tagma/contract/objects/profile-field.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  deleteOtherValues,
  deleteProfileField,
  insertProfileField,
  loadProfileFields,
  type NewProfileField,
  type ProfileFieldRow,
  updateProfileField,
} from '#store/organization/profile-fields.ts'
import { presentField } from './present.ts'
import { fieldProblem, optionsOf } from './rules.ts'

export interface FieldChanges {
  readonly name?: string | undefined
  readonly hint?: string | undefined
  readonly field_data?: Readonly<Record<string, unknown>> | undefined
  readonly display_in_profile_summary?: boolean | undefined
  readonly required?: boolean | undefined
  readonly editable_by_user?: boolean | undefined
  readonly use_for_user_matching?: boolean | undefined
}

/** Adds a field at the end of the list, tells everybody, and returns its id. */
export async function addField(tx: Tx, type: ProfileFieldType, changes: FieldChanges): Promise<number> {
  const fields = await loadProfileFields(tx.db, tx.organizationId)
  const known = type === 7 ? knownAccount(changes.field_data?.subtype) : undefined
  const field = changed(
    {
      name: known?.name ?? '',
      type,
      hint: known?.hint ?? '',
      fieldData: '',
      position: (fields.at(-1)?.position ?? 0) + 1,
      isInSummary: false,
      isRequired: false,
      isEditableByUser: true,
      isForMatching: false,
    },
    changes,
  )
  refuse(fieldProblem(field, fields))
  const id = await insertProfileField(tx, field)
  await tellFields(tx)
  return id
}

/** Changes a field. Values that no longer fit the options of a list are deleted. */
export async function changeField(tx: Tx, id: number, changes: FieldChanges): Promise<void> {
  const { field: old, others } = await findField(tx, id)
  const field = { ...changed(old, changes), id }
  refuse(fieldProblem(field, others))
  await updateProfileField(tx, field)
  await tellFields(tx)
  if (field.type !== 3) return
  for (const userId of await deleteOtherValues(tx, id, optionsOf(field)))
    tx.emit(
      {
        type: 'realm_user',
        op: 'update',
        person: { user_id: userId, custom_profile_field: { id, value: null } },
      },
      { everyone: true },
    )
}

export async function removeField(tx: Tx, id: number): Promise<void> {
  await findField(tx, id)
  await deleteProfileField(tx, id)
  await tellFields(tx)
}

/** Puts the fields into another order; `order` names every field once. */
export async function orderFields(tx: Tx, order: readonly number[]): Promise<void> {
  const fields = await loadProfileFields(tx.db, tx.organizationId)
  const isComplete = order.length === fields.length && fields.every((field) => order.includes(field.id))
  if (!isComplete) throw badRequest('Invalid order mapping: name the id of every field once.')
  for (const field of fields)
    await updateProfileField(tx, { ...field, position: order.indexOf(field.id) + 1 })
  await tellFields(tx)
}

const knownAccount = (subtype: unknown) =>
  Object.entries(defaultExternalAccounts).find(([name]) => name === subtype)?.[1]

function changed<F extends NewProfileField>(field: F, changes: FieldChanges): F {
  return {
    ...field,
    name: changes.name?.trim() ?? field.name,
    hint: changes.hint?.trim() ?? field.hint,
    fieldData: changes.field_data === undefined ? field.fieldData : dataText(field.type, changes.field_data),
    isInSummary: changes.display_in_profile_summary ?? field.isInSummary,
    isRequired: changes.required ?? field.isRequired,
    isEditableByUser: changes.editable_by_user ?? field.isEditableByUser,
    isForMatching: changes.use_for_user_matching ?? field.isForMatching,
  }
}

/** Only lists and external accounts have field data. */
const dataText = (type: ProfileFieldType, data: object) =>
  type === 3 || type === 7 ? JSON.stringify(data) : ''

async function findField(tx: Tx, id: number): Promise<{ field: ProfileFieldRow; others: ProfileFieldRow[] }> {
  const fields = await loadProfileFields(tx.db, tx.organizationId)
  const field = fields.find((candidate) => candidate.id === id)
  if (!field) throw badRequest(`Field id ${id} not found.`)
  return { field, others: fields.filter((other) => other !== field) }
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw badRequest(problem)
}

async function tellFields(tx: Tx): Promise<void> {
  const fields = (await loadProfileFields(tx.db, tx.organizationId)).map(presentField)
  tx.emit({ type: 'custom_profile_fields', fields }, { everyone: true })
}
