import { endQueues } from '#areas/events/end-queues.ts'
import { forgetDevices } from '#areas/push/change-device.ts'
import type { UserRecord } from '#model/records.ts'
import type { Random } from '#ports/random.ts'
import type { Tx } from '#store/log/transactions.ts'
import { deleteEmailChange } from '#store/people/email-changes.ts'
import { deletePasswordResets } from '#store/people/password-resets.ts'
import { updateUser } from '#store/people/users.ts'

/**
 * Ends everything that lets somebody in as a user or tells them what the user gets: the API key, event queues with their
 * parked polls, phones that are notified, links that were mailed. Returns the new key, which nobody else has.
 */
export async function endCredentials(tx: Tx, random: Random, user: UserRecord): Promise<string> {
  const key = random.token(32)
  await updateUser(tx, user.id, { api_key: key })
  await forgetDevices(tx, user.id)
  await endMailedLinks(tx, user.id)
  // Not INVALID_API_KEY: the client that asked for the new key has a poll of its own, and goes on with it.
  await endQueues(tx, [user.id], 'BAD_EVENT_QUEUE_ID', 'The API key was replaced: register a new queue.')
  return key
}

/** Ends the links by which a user's password or email address can be changed: somebody else may have asked for them. */
export async function endMailedLinks(tx: Tx, userId: number): Promise<void> {
  await deletePasswordResets(tx, userId)
  await deleteEmailChange(tx, userId)
}
