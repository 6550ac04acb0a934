import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'
import { deleteAllDrafts } from '#areas/drafts/delete-drafts.ts'
import { changeEmail } from '#areas/users/change-email.ts'
import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Tx } from '#store/transactions.ts'
import { updateUser } from '#store/users.ts'
import { changedSettings, languageName } from './rules.ts'

/** Sets personal settings, tells the user's clients, and does what follows from each. */
export async function changeSettings(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  asked: Partial<{ [N in keyof UserSettings]: UserSettings[N] | undefined }>,
): Promise<void> {
  const changes = changedSettings((name) => settingOf(user, name), asked)
  if (changes.length === 0) return
  const settings = { ...user.settings, ...Object.fromEntries(changes) }
  await updateUser(tx, user.id, { settings: JSON.stringify(settings) })
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
    if (property === 'email_address_visibility')
      await changeEmail(tx, directory, { ...user, settings }, user.deliveryEmail)
  }
}
