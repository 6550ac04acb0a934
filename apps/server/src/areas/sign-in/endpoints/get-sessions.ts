import { getSessions } from '@tagma/contract/endpoints/sign-in/get-sessions.ts'
import { handle } from '#call/call.ts'
import { ownSessions } from '../own-sessions.ts'

export const getSessionsHandler = handle(getSessions, async (call) => ({ sessions: await ownSessions(call) }))
