import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteProfileValues, loadProfiles, saveProfileValues } from '#store/people/profile-values.ts'
import type { ProfileValueChanges } from './require-profile-values.ts'

/** Sets a user's custom profile fields and tells the changes to everybody who may see the user. */
export async function setProfileValues(
  tx: Tx,
  user: UserRecord,
  { set, remove }: ProfileValueChanges,
): Promise<void> {
  const old = (await loadProfiles(tx.db, tx.organizationId, [user.id])).get(user.id) ?? {}
  const fresh = set.filter(({ fieldId, value }) => old[fieldId]?.value !== value)
  const gone = remove.filter((id) => old[id] !== undefined)
  await saveProfileValues(tx, user.id, fresh)
  await deleteProfileValues(tx, user.id, gone)
  const tell = (custom_profile_field: { id: number; value: string | null; rendered_value?: string }) =>
    tx.emit(
      { type: 'realm_user', op: 'update', person: { user_id: user.id, custom_profile_field } },
      { everyone: true },
    )
  for (const { fieldId, value, rendered } of fresh)
    tell({ id: fieldId, value, ...(rendered === null ? {} : { rendered_value: rendered }) })
  for (const id of gone) tell({ id, value: null })
}
