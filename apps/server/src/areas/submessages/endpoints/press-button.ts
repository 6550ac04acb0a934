import { pressButton as endpoint } from '@tagma/contract/endpoints/submessages/press-button.ts'
import { handle } from '#call/call.ts'
import { pressButton } from '../press-button.ts'

export const pressButtonHandler = handle(
  endpoint,
  async ({ caller, directory, transact }, { message_id, action }) => {
    await transact((tx) => pressButton(tx, directory, caller, { messageId: message_id, action }))
    return {}
  },
)
