import { reportMessage } from '@tagma/contract/endpoints/messages/report-message.ts'
import { handle } from '#server/call.ts'
import { reportMessage as report } from '../report-message.ts'

export const reportMessageHandler = handle(reportMessage, async (call, args) => {
  await report(call, args)
  return {}
})
