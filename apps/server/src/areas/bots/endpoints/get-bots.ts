import { getBots } from '@tagma/contract/endpoints/bots/get-bots.ts'
import { handle } from '#call/call.ts'
import { listBots } from '../list-bots.ts'

export const getBotsHandler = handle(getBots, async (call) => ({ bots: await listBots(call) }))
