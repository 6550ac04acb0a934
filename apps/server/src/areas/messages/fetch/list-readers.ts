import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { receiversOf } from '#store/messages/subscription-spans.ts'
import { usersApart } from '#store/people/muted-users.ts'
import { readersOf } from '#store/reading/message-readers.ts'
import type { Db } from '#store/sql/db.ts'
import { requireMessage } from '../require-message.ts'

/**
 * Lists the people who received a message, have read it and let others know; ids ascending. Leaves out the sender,
 * people muted by the caller, and people who muted the caller.
 */
export async function listReaders(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  id: number,
): Promise<number[]> {
  const message = await requireMessage(db, directory, caller, id)
  if (!directory.organization.settings.enable_read_receipts)
    throw badRequest('Read receipts are disabled in this organization.')
  const readers = await readersOf(db, message)
  const apart = await usersApart(db, caller.id)
  const received = message.channel_id === 0 ? readers : await receiversOf(db, message.channel_id, id, id)
  return [...readers]
    .filter((userId) => {
      const user = directory.users.get(userId)
      return (
        userId !== message.sender_id &&
        received.has(userId) &&
        !apart.has(userId) &&
        user?.isActive === true &&
        !isSystemBot(user) &&
        settingOf(user, 'send_read_receipts')
      )
    })
    .toSorted((a, b) => a - b)
}
