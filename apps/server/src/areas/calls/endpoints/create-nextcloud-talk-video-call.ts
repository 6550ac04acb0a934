import { createNextcloudTalkVideoCall } from '@tagma/contract/endpoints/calls/create-nextcloud-talk-video-call.ts'
import { handle } from '#call/call.ts'
import { requireVideoAnswer, requireVideoService } from '../require-video-call.ts'

const name = 'Nextcloud Talk'

export const createNextcloudTalkVideoCallHandler = handle(
  createNextcloudTalkVideoCall,
  async ({ services }, { room_name }) => {
    const service = requireVideoService(services.outside.videoCalls.nextcloudTalk, name)
    return { url: await requireVideoAnswer(services, name, service.createRoom(room_name)) }
  },
)
