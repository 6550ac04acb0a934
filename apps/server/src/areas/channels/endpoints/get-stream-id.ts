import { getStreamId } from '@tagma/contract/endpoints/channels/get-stream-id.ts'
import { handle } from '#server/call.ts'
import { accessChannelByName } from '../access-channel.ts'

export const getStreamIdHandler = handle(getStreamId, async ({ caller, db, directory }, { stream }) => ({
  stream_id: (await accessChannelByName(db, directory, caller, stream)).id,
}))
