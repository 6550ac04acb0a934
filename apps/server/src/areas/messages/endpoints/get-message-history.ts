import { getMessageHistory } from '@tagma/contract/endpoints/messages/get-message-history.ts'
import { handle } from '#call/call.ts'
import { messageVersions } from '../edit/message-versions.ts'

export const getMessageHistoryHandler = handle(
  getMessageHistory,
  async ({ caller, db, directory }, { message_id, allow_empty_topic_name }) => ({
    message_history: await messageVersions(db, directory, caller, message_id, allow_empty_topic_name),
  }),
)
