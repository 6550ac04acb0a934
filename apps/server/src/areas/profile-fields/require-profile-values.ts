import type { ProfileValueChange } from '@tagma/contract/objects/profile-field.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import { sightOf } from '#areas/users/visibility.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { loadProfileFields } from '#store/organization/profile-fields.ts'
import type { ProfileValue } from '#store/people/profile-values.ts'
import type { Db } from '#store/sql/db.ts'
import { requireValue, isMarkdown } from './rules.ts'

/** Values to set and fields to empty. */
export interface ProfileValueChanges {
  readonly set: readonly ProfileValue[]
  readonly remove: readonly number[]
}

/**
 * Returns values in their stored form, with rendered Markdown. Throws BAD_REQUEST for the first value that does not fit
 * its field. `isAdministrator` allows changes of fields that users cannot edit.
 */
export async function requireProfileValues(
  db: Db,
  directory: OrganizationDirectory,
  { caller, isAdministrator }: { readonly caller: UserRecord; readonly isAdministrator: boolean },
  changes: readonly ProfileValueChange[],
): Promise<ProfileValueChanges> {
  const fields = new Map(
    (await loadProfileFields(db, directory.organization.id)).map((field) => [field.id, field]),
  )
  const sees = await sightOf(db, directory, caller)
  const isPerson = (id: number) => {
    const user = directory.users.get(id)
    return user !== undefined && user.isActive && user.botType === null && sees(user)
  }
  const set = new Map<number, ProfileValue>()
  const remove = new Set<number>()
  for (const { id, value } of changes) {
    const field = fields.get(id)
    if (!field) throw badRequest(`Field id ${id} not found.`)
    if (!field.isEditableByUser && !isAdministrator)
      throw badRequest(
        `You are not allowed to change the field '${field.name}'. Contact an administrator to update it.`,
      )
    const isEmpty = value === null || value.length === 0 || (field.type === 6 && value === '[]')
    if (isEmpty) {
      set.delete(id)
      remove.add(id)
      continue
    }
    const kept = requireValue(field, value, isPerson)
    remove.delete(id)
    set.set(id, {
      fieldId: id,
      value: kept,
      rendered: isMarkdown(field.type) ? await renderDescription(directory, kept) : null,
    })
  }
  return { set: [...set.values()], remove: [...remove] }
}
