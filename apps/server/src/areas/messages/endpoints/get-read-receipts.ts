import { getReadReceipts } from '@tagma/contract/endpoints/messages/get-read-receipts.ts'
import { handle } from '#call/call.ts'
import { listReaders } from '../fetch/list-readers.ts'

export const getReadReceiptsHandler = handle(
  getReadReceipts,
  async ({ caller, db, directory }, { message_id }) => ({
    user_ids: await listReaders(db, directory, caller, message_id),
  }),
)
