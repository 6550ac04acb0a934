import { endOtherSessions } from '@tagma/contract/endpoints/sign-in/end-other-sessions.ts'
import { handle } from '#call/call.ts'
import { endOtherOwnSessions } from '../end-own-sessions.ts'

export const endOtherSessionsHandler = handle(endOtherSessions, async (call) => ({
  ended: await endOtherOwnSessions(call),
}))
