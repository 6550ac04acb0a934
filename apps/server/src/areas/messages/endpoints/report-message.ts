import { reportMessage as endpoint } from '@tagma/contract/endpoints/messages/report-message.ts'
import { handle } from '#call/call.ts'
import { reportMessage } from '../send/report-message.ts'

export const reportMessageHandler = handle(endpoint, async (call, args) => {
  await reportMessage(call, args)
  return {}
})
