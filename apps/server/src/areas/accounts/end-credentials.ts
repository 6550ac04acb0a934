import { endQueues } from '#areas/events/end-queues.ts'
import { forgetDevices } from '#areas/push/change-device.ts'
import type { UserRecord } from '#model/records.ts'
import type { Random } from '#ports/random.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteEmailChange } from '#store/people/email-changes.ts'
import { deletePasswordResets } from '#store/people/password-resets.ts'
import { updateUser } from '#store/people/users.ts'

/**
 * Ends everything that gives access as a user or informs about them: the API key, event queues with their parked polls,
 * notifications of phones, links that were mailed. Returns the new key, which nobody else has;
 * `hasStep` tells whether it is made with a second step.
 */
export async function endCredentials(
  tx: Tx,
  random: Random,
  user: UserRecord,
  hasStep = false,
): Promise<string> {
  const key = random.token(32)
  await updateUser(tx, user.id, { api_key: key, key_has_step: hasStep ? 1 : 0 })
  tx.audit('key.replaced', { kind: 'user', id: user.id })
  await forgetDevices(tx, user.id)
  await endMailedLinks(tx, user.id)
  // INVALID_API_KEY would stop the client that asked for the new key: it has a parked poll too, and goes on with the
  // new key.
  await endQueues(tx, [user.id], 'BAD_EVENT_QUEUE_ID', 'The API key was replaced: register a new queue.')
  return key
}

/** Ends the mailed links that can change a user's password or email address: somebody else may have asked for them. */
export async function endMailedLinks(tx: Tx, userId: number): Promise<void> {
  await deletePasswordResets(tx, userId)
  await deleteEmailChange(tx, userId)
}
