import type { ProfileField } from '@tagma/contract/objects/profile-field.ts'
import type { ProfileFieldRow } from '#store/organization/profile-fields.ts'

/** A field as clients see it. */
export const presentField = (field: ProfileFieldRow): ProfileField => ({
  id: field.id,
  name: field.name,
  type: field.type,
  hint: field.hint,
  field_data: field.fieldData,
  order: field.position,
  ...(field.isInSummary ? { display_in_profile_summary: true as const } : {}),
  required: field.isRequired,
  editable_by_user: field.isEditableByUser,
  ...(field.isForMatching ? { use_for_user_matching: true as const } : {}),
})
