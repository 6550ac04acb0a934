import type { UserRecord } from '#directory/records.ts'
import { eraseUserRows } from '#store/erase-user.ts'
import type { Tx } from '#store/transactions.ts'
import { updateUser } from '#store/users.ts'

/** What a user is called whose data was removed. */
export const deletedUserName = 'Deleted user'

/**
 * Removes what is known of a deactivated person: name, addresses, password, key, picture, profile, status, presence,
 * settings. The messages stay, with nobody's name on them. Cannot be undone.
 */
export async function eraseUser(tx: Tx, user: UserRecord, apiKey: string): Promise<void> {
  const email = `deleteduser${user.id}@tagma.invalid`
  await eraseUserRows(tx, user.id)
  await updateUser(tx, user.id, {
    email,
    delivery_email: email,
    email_key: email,
    full_name: deletedUserName,
    api_key: apiKey,
    password_hash: null,
    timezone: '',
    avatar_source: 'G',
    avatar_version: user.avatarVersion + 1,
    settings: '{}',
    can_create_users: 0,
    is_deleted: 1,
  })
  tx.emit(
    {
      type: 'realm_user',
      op: 'update',
      person: { user_id: user.id, full_name: deletedUserName, timezone: '', is_deleted: true },
    },
    { everyone: true },
  )
  tx.emit({ type: 'realm_user', op: 'update', about: 'email', user_id: user.id }, { everyone: true })
  tx.emit({ type: 'realm_user', op: 'update', about: 'avatar', user_id: user.id }, { everyone: true })
  tx.emit(
    {
      type: 'user_status',
      user_id: user.id,
      status_text: '',
      emoji_name: '',
      emoji_code: '',
      reaction_type: '',
    },
    { everyone: true },
  )
}
