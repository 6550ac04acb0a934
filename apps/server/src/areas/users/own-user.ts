import type { UserRecord } from '#directory/records.ts'
import { type Call, JsonFields } from '#server/call.ts'
import { newestReceived } from '#store/messages.ts'
import { fetchUser } from './list-users.ts'

const known = new WeakMap<UserRecord, { readonly position: number; readonly answer: JsonFields }>()

/**
 * The caller as they see themselves. Made once for each position of the organization's log and remembered, because
 * nothing of it can change without the log growing: clients and monitors ask for it more often than for anything else.
 */
export async function ownUser(call: Call): Promise<JsonFields> {
  const { caller, db, directory } = call
  const { position } = directory
  const last = known.get(caller)
  if (last?.position === position) return last.answer
  const user = await fetchUser(call, caller, { client_gravatar: false, include_custom_profile_fields: true })
  const fields = { ...user, max_message_id: await newestReceived(db, caller.id) }
  const answer = new JsonFields(JSON.stringify(fields).slice(1, -1))
  known.set(caller, { position, answer })
  return answer
}
