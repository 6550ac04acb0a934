import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'
import { deleteAllDrafts } from '#areas/drafts/delete-drafts.ts'
import { tellConsent } from '#areas/exports/tell-consent.ts'
import { changeEmail } from '#areas/users/change-email.ts'
import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { loadChosenSettings, updateUser } from '#store/people/users.ts'
import { changedSettings, languageName } from './rules.ts'

type Asked = Partial<{ [N in keyof UserSettings]: UserSettings[N] | undefined }>

/** Sets a user's settings as they chose, tells their clients, and carries out the consequences of each. */
export async function changeUserSettings(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  asked: Asked,
): Promise<void> {
  const changes = changedSettings((name) => settingOf(user, name), asked)
  if (changes.length === 0) return
  const chosen = (await loadChosenSettings(tx.db, [user.id])).get(user.id)
  const names = new Set([...(chosen ?? []), ...changes.map(([name]) => name)])
  await applyChanges(tx, directory, user, changes, { chosen_settings: JSON.stringify([...names]) })
}

/**
 * Sets settings for other people. Skips people who have set the same value already. With `skipsChosen`, also skips
 * people who have chosen a value themselves. Level 444.
 */
export async function changeSettingsOf(
  tx: Tx,
  directory: OrganizationDirectory,
  users: readonly UserRecord[],
  asked: Asked,
  skipsChosen: boolean,
): Promise<void> {
  if (users.length === 0) return
  const ids = users.map(({ id }) => id)
  const chosen = skipsChosen ? await loadChosenSettings(tx.db, ids) : new Map<number, Set<string>>()
  for (const user of users) {
    const changes = changedSettings((name) => settingOf(user, name), asked).filter(
      ([name]) => !chosen.get(user.id)?.has(name),
    )
    if (changes.length > 0) await applyChanges(tx, directory, user, changes)
  }
}

async function applyChanges(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  changes: ReturnType<typeof changedSettings>,
  more: { readonly chosen_settings?: string } = {},
): Promise<void> {
  const settings = { ...user.settings, ...Object.fromEntries(changes) }
  await updateUser(tx, user.id, { settings: JSON.stringify(settings), ...more })
  for (const [property, value] of changes) {
    tx.emit(
      {
        type: 'user_settings',
        op: 'update',
        property,
        value,
        ...(property === 'default_language' ? { language_name: languageName(String(value)) } : {}),
      },
      { users: [user.id] },
    )
    if (property === 'presence_enabled')
      tx.emit({ type: 'user_status', user_id: user.id, away: !value }, { users: [user.id] })
    if (property === 'enable_drafts_synchronization' && !value) await deleteAllDrafts(tx, user)
    if (property === 'allow_private_data_export') tellConsent(tx, directory, user.id, Boolean(value))
    if (property === 'email_address_visibility')
      await changeEmail(tx, directory, { ...user, settings }, user.deliveryEmail)
  }
}
