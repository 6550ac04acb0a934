import type { Args } from '@tagma/contract/define.ts'
import type { deactivateUser as contract } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import type { Call } from '#server/call.ts'
import { badRequest } from '#server/refusal.ts'
import { deleteQueuesOfUser } from '#store/event-queues.ts'
import { activeBotsOf, deactivateUser } from './deactivate-user.ts'
import { deleteMessagesOf } from './delete-messages-of.ts'
import { endQueues } from './end-queues.ts'
import { eraseUser } from './erase-user.ts'
import { isSystemBot } from './present.ts'
import { checkOwnership } from './role-rules.ts'
import { avatarKeys } from './set-avatar.ts'

type Arguments = Pick<Args<typeof contract>, 'actions'>

/** Deactivates a user, removes what `actions` names of them and of their bots, and logs all of them out at once. */
export async function removeUser(
  call: Call,
  userId: number,
  { actions }: Arguments = { actions: undefined },
): Promise<void> {
  const { caller, directory, services, transact } = call
  const gone = await transact(async (tx) => {
    const user = directory.users.get(userId)
    if (!user || isSystemBot(user)) throw badRequest('No such user')
    if (user.id !== caller.id) checkOwnership(directory.users.get(caller.id) ?? caller, user.role)
    const concerned = [...activeBotsOf(directory, user), user]
    const deactivated = await deactivateUser(tx, directory, user)
    for (const one of deactivated) await deleteQueuesOfUser(tx, one.id)
    if (actions?.delete_profile)
      for (const one of concerned) if (!one.isDeleted) await eraseUser(tx, one, services.random.token(32))
    return { deactivated, concerned }
  })
  const ids = gone.deactivated.map(({ id }) => id)
  endQueues(services, directory.organization.id, ids, 'USER_DEACTIVATED')
  if (!actions) return
  const { delete_profile, ...places } = actions
  for (const one of gone.concerned) {
    if (delete_profile) await services.blobs.remove(Object.values(avatarKeys(one)))
    await deleteMessagesOf(call, one, places)
  }
}
