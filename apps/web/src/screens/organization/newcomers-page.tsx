import type {
  DefaultSettingName,
  UserSettingName,
  UserSettings,
} from '@tagma/contract/settings/user-settings.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { State } from '@tagma/sync/state.ts'
import { useMemo } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { NotificationTable } from '#screens/settings/notification-table.tsx'
import { SettingGroupForm } from '#screens/settings/setting-control.tsx'
import { type SettingGroup, settingGroups } from '#screens/settings/setting-groups.ts'
import { SettingSourceContext } from '#screens/settings/setting-source.ts'
import type { App } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t, type WordId } from '#words/words.ts'
import { changeReason } from './change-reason.ts'

/** Settings that everybody chooses alone, and the language, which the settings of the organization name. */
const personal: ReadonlySet<UserSettingName> = new Set<Exclude<UserSettingName, DefaultSettingName>>([
  'default_language',
  'enable_login_emails',
  'enable_marketing_emails',
  'allow_private_data_export',
])

const groupsOf = (page: 'account-and-privacy' | 'preferences' | 'notifications'): SettingGroup[] =>
  (settingGroups[page] ?? []).map((group) => ({
    ...group,
    rows: group.rows.filter(({ name }) => !personal.has(name)),
  }))

/** The settings that new accounts begin with. */
export function NewcomersPage() {
  const reason = useKnown(({ state }) => state && changeReason(state))
  const isLocked = reason !== undefined
  const source = useMemo(
    () => ({
      read: (state: State | undefined) => state?.realm_user_settings_defaults,
      change: changeDefault,
      isLocked,
    }),
    [isLocked],
  )
  return (
    <SettingSourceContext value={source}>
      <p class="setting-note">{t('organization.newcomers.about')}</p>
      {groupsOf('preferences').map((group) => (
        <SettingGroupForm key={group.title} group={group} />
      ))}
      <NotificationTable />
      {[...groupsOf('notifications'), ...groupsOf('account-and-privacy')].map((group) => (
        <SettingGroupForm key={group.title} group={group} />
      ))}
    </SettingSourceContext>
  )
}

/** Changes a setting that newcomers begin with, and offers to take it back. Resolves with whether it happened. */
async function changeDefault(
  app: App,
  name: UserSettingName,
  value: UserSettings[UserSettingName],
  label: WordId,
): Promise<boolean> {
  const before = app.store.get().state?.realm_user_settings_defaults?.[name]
  if (before === undefined || before === value) return true
  try {
    await app.client.call(wire.updateRealmUserSettingsDefaults, { [name]: value })
    showToast(app, {
      name: 'setting',
      kind: 'status',
      text: t('organization.newcomers.saved', { setting: t(label) }),
      undo: () => void changeDefault(app, name, before, label),
    })
    return true
  } catch (error) {
    showError(app, error)
    return false
  }
}
