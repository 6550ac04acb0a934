import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import { prepared } from '#store/sql/prepared.ts'

/** A user's custom profile fields, keyed by field id. */
export type ProfileData = Record<string, { value: string; rendered_value?: string | undefined }>

const valuesIn = (db: Db, organization: number) =>
  db
    .selectFrom('profile_values')
    .innerJoin('profile_fields', 'profile_fields.id', 'profile_values.field_id')
    .select([
      'profile_values.user_id',
      'profile_values.field_id',
      'profile_values.value',
      'profile_values.rendered',
    ])
    .where('profile_fields.organization_id', '=', organization)
const ofEverybody = prepared((db, p: { organization: number }) => valuesIn(db, p.organization))

/** The custom profile fields of an organization's users, or of some; users without any are left out. */
export async function loadProfiles(
  db: Db,
  organizationId: number,
  userIds?: readonly number[],
): Promise<Map<number, ProfileData>> {
  const rows = userIds
    ? await valuesIn(db, organizationId)
        .where('profile_values.user_id', 'in', [...userIds])
        .execute()
    : await ofEverybody.all(db, { organization: organizationId })
  const profiles = new Map<number, ProfileData>()
  for (const row of rows) {
    let profile = profiles.get(row.user_id)
    if (!profile) profiles.set(row.user_id, (profile = {}))
    profile[row.field_id] = {
      value: row.value,
      ...(row.rendered === null ? {} : { rendered_value: row.rendered }),
    }
  }
  return profiles
}

export interface ProfileValue {
  readonly fieldId: number
  readonly value: string
  /** HTML, for fields that support Markdown. */
  readonly rendered: string | null
}

/** Sets fields of a user's profile. */
export async function saveProfileValues(
  tx: Tx,
  userId: number,
  values: readonly ProfileValue[],
): Promise<void> {
  await insertMany(
    tx.db,
    'profile_values',
    values.map(({ fieldId, value, rendered }) => ({ user_id: userId, field_id: fieldId, value, rendered })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(['user_id', 'field_id']).doUpdateSet((eb) => ({
          value: eb.ref('excluded.value'),
          rendered: eb.ref('excluded.rendered'),
        })),
      ),
  )
}

/** Removes fields of a user's profile, or all of them. */
export async function deleteProfileValues(
  tx: Tx,
  userId: number,
  fieldIds?: readonly number[],
): Promise<void> {
  const query = tx.db.deleteFrom('profile_values').where('user_id', '=', userId)
  if (fieldIds?.length === 0) return
  await (fieldIds ? query.where('field_id', 'in', [...fieldIds]) : query).execute()
}
