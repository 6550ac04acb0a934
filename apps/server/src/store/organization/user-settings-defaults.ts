import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateOrganization } from './organizations.ts'

/** Saves the initial settings of new users among the organization's settings. */
export async function saveSettingsDefaults(tx: Tx, defaults: Partial<UserSettings>): Promise<void> {
  const row = await tx.db
    .selectFrom('organizations')
    .select('settings')
    .where('id', '=', tx.organizationId)
    .executeTakeFirstOrThrow()
  const settings = { ...(JSON.parse(row.settings) as object), user_settings_defaults: defaults }
  await updateOrganization(tx, { settings: JSON.stringify(settings) })
}
