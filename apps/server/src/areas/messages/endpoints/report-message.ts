import { reportMessage } from '@tagma/contract/endpoints/messages/report-message.ts'
import { handle } from '#call/call.ts'
import { reportMessage as report } from '../send/report-message.ts'

export const reportMessageHandler = handle(reportMessage, async (call, args) => {
  await report(call, args)
  return {}
})
