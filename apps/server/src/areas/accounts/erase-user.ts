import { tellInvites } from '#areas/invites/tell-invites.ts'
import { dropAttachment } from '#areas/uploads/delete-attachment.ts'
import { tellHidden } from '#areas/users/tell-sight.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { silenceLog } from '#store/log/event-log.ts'
import type { Tx } from '#store/log/tx.ts'
import { type AttachmentRow, unlinkedAttachmentsOf } from '#store/messages/attachments.ts'
import { eraseUserRows } from '#store/people/erase-user.ts'
import { updateUser } from '#store/people/users.ts'

/** Name shown for a user whose data was removed. */
export const deletedUserName = 'Deleted user'

/**
 * Removes the data of a deactivated person: name, addresses, password, key, picture, profile, status, presence,
 * settings, subscriptions, groups, devices, and everything that belonged to them alone. Their messages stay, with
 * reactions and files, but without their name. Returns the uploads that no message links any more. Cannot be undone.
 */
export async function eraseUser(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  apiKey: string,
): Promise<AttachmentRow[]> {
  const email = `deleteduser${user.id}@tagma.invalid`
  const channelIds = await eraseUserRows(tx, user)
  await silenceLog(tx, user.id)
  tx.audit('user.erased', { kind: 'user', id: user.id })
  const uploads = await unlinkedAttachmentsOf(tx.db, user.id)
  for (const row of uploads) await dropAttachment(tx, row)
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
    chosen_settings: '[]',
    can_create_users: 0,
    can_change_user_emails: 0,
    awaits_login: 0,
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
  tellInvites(tx, directory, user.id)
  // Guests who knew the user only from channels do not know them any more.
  await tellHidden(tx, directory, new Map(channelIds.map((id) => [id, [user.id]])))
  return uploads
}
