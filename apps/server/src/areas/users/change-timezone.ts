import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateUser } from '#store/people/users.ts'

/** Sets the time zone in a user's profile, which others see, and as a setting for their own clients. */
export async function changeTimezone(tx: Tx, user: UserRecord, timezone: string): Promise<void> {
  if (timezone === user.timezone) return
  await updateUser(tx, user.id, { timezone })
  tx.emit({ type: 'realm_user', op: 'update', about: 'timezone', user_id: user.id }, { everyone: true })
  tx.emit(
    { type: 'user_settings', op: 'update', property: 'timezone', value: timezone },
    { users: [user.id] },
  )
}
