import type { Args } from '@tagma/contract/define.ts'
import type { deactivateUser as endpoint } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { deleteArchives } from '#areas/exports/delete-archives.ts'
import { blobKeys } from '#areas/uploads/delete-attachment.ts'
import { dropUploadsOf } from '#areas/uploads/unfinished-uploads.ts'
import { requireSuccessor, requireOwnership } from '#areas/users/role-rules.ts'
import { avatarKeys } from '#areas/users/set-avatar.ts'
import type { Call } from '#call/call.ts'
import { botsOf } from '#directory/bots-of.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import { badRequest } from '#model/refusal.ts'
import type { AttachmentRow } from '#store/messages/attachments.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import { deactivationMail } from './deactivation-mail.ts'
import { deleteMessagesOf } from './delete-messages-of.ts'
import { eraseUser } from './erase-user.ts'
import { lockOut } from './lock-out.ts'

type Options = Partial<Omit<Args<typeof endpoint>, 'user_id'>> & {
  /** True when users remove their own account. */
  readonly isOwnWish?: boolean
}

/**
 * Deactivates a user, removes the data of them and their bots that `actions` names, and logs all of them out at once.
 * If there is a comment, even an empty one, the user is told by mail.
 */
export async function removeUser(
  call: Call,
  userId: number,
  { actions, deactivation_notification_comment: comment, isOwnWish = false }: Options = {},
): Promise<void> {
  const { caller, directory, services, transact } = call
  const gone = await transact(async (tx) => {
    const user = directory.users.get(userId)
    if (!user || isSystemBot(user)) throw badRequest('No such user')
    if (user.id !== caller.id) requireOwnership(directory.users.get(caller.id) ?? caller, user.role)
    if (isOwnWish) requireSuccessor(directory, user)
    const concerned = [...botsOf(directory, user), user]
    const deactivated = await lockOut(tx, directory, user)
    const uploads: AttachmentRow[] = []
    if (actions?.delete_profile)
      for (const one of concerned)
        if (!one.isDeleted)
          uploads.push(...(await eraseUser(tx, directory, one, services.time.random.token(32))))
    if (comment !== undefined && deactivated.includes(user) && user.deliveryEmail !== '')
      await insertMail(tx, deactivationMail(services.config, directory.organization, user, comment))
    const archives = actions?.delete_profile ? await deleteArchives(tx, services, directory) : []
    return { concerned, uploads, archives }
  })
  await services.outside.blobs.remove([...gone.uploads.flatMap(blobKeys), ...gone.archives])
  if (!actions) return
  const { delete_profile, ...places } = actions
  for (const one of gone.concerned) {
    if (delete_profile) {
      await services.outside.blobs.remove(Object.values(avatarKeys(one)))
      await dropUploadsOf(services, one.id)
    }
    await deleteMessagesOf(call, one, places)
  }
}
