import { getStreamId } from '@tagma/contract/endpoints/channels/get-stream-id.ts'
import { handle } from '#call/call.ts'
import { accessChannelByName } from '../require-channel.ts'

export const getStreamIdHandler = handle(getStreamId, async ({ caller, db, directory }, { stream }) => ({
  stream_id: (await accessChannelByName(db, directory, caller, stream)).id,
}))
