import type { Call } from '#call/call.ts'
import type { JsonFields } from '#call/json-fields.ts'
import { newestReceived } from '#store/messages/message-bounds.ts'
import { fetchUser } from './list-users.ts'

/** Presents the caller to themselves. Clients and monitors ask for this more often than for anything else. */
export function ownUser(call: Call): Promise<JsonFields> {
  return call.services.data.remembered.answer(call, 'own user', () => present(call), { mayLag: true })
}

async function present(call: Call): Promise<object> {
  const { caller, db } = call
  const user = await fetchUser(call, caller.id, {
    client_gravatar: false,
    include_custom_profile_fields: true,
  })
  return { ...user, max_message_id: await newestReceived(db, caller.id) }
}
