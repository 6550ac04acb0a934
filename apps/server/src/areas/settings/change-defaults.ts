import { initialUserSettings, type UserSettings } from '@tagma/contract/settings/user-settings.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { changesBetween } from '#model/audit.ts'
import type { Tx } from '#store/log/tx.ts'
import { saveSettingsDefaults } from '#store/organization/user-settings-defaults.ts'
import { changedSettings } from './rules.ts'

/** Sets the initial settings of new users. Existing users keep theirs. */
export async function changeDefaults(
  tx: Tx,
  directory: OrganizationDirectory,
  asked: Partial<{ [N in keyof UserSettings]: UserSettings[N] | undefined }>,
): Promise<void> {
  const { user_settings_defaults: old } = directory.organization.settings
  const changes = changedSettings((name) => old[name] ?? initialUserSettings[name], asked)
  if (changes.length === 0) return
  await saveSettingsDefaults(tx, { ...old, ...Object.fromEntries(changes) })
  const defaults = changesBetween({ ...initialUserSettings, ...old }, Object.fromEntries(changes))
  tx.audit('organization.setting', null, { user_settings_defaults: defaults })
  for (const [property, value] of changes)
    tx.emit({ type: 'realm_user_settings_defaults', op: 'update', property, value }, { everyone: true })
}
