import { endSession } from '@tagma/contract/endpoints/sign-in/end-session.ts'
import { handle } from '#call/call.ts'
import { endOwnSession } from '../end-own-sessions.ts'

export const endSessionHandler = handle(endSession, async (call, { session_id }) => {
  await endOwnSession(call, session_id)
  return {}
})
