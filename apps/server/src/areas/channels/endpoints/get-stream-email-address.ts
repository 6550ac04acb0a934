import { getStreamEmailAddress } from '@tagma/contract/endpoints/channels/get-stream-email-address.ts'
import { channelAddress } from '#areas/mail/channel-address.ts'
import { requireMailRights } from '#areas/mail/require-mail-rights.ts'
import { handle } from '#call/call.ts'

export const getStreamEmailAddressHandler = handle(
  getStreamEmailAddress,
  async ({ caller, db, directory, services }, { stream_id, sender_id }) => {
    const { channel, sender } = await requireMailRights(db, directory, caller, stream_id, sender_id)
    const { incomingMail } = services.config
    return { email: incomingMail ? channelAddress(incomingMail.domain, caller, channel, sender) : '' }
  },
)
