import { createBigBlueButtonVideoCall } from '@tagma/contract/endpoints/calls/create-big-blue-button-video-call.ts'
import { handle } from '#call/call.ts'
import { sealMeeting } from '../meeting-link.ts'
import { requireVideoService } from '../require-video-call.ts'

export const createBigBlueButtonVideoCallHandler = handle(
  createBigBlueButtonVideoCall,
  async ({ caller, directory, services }, { meeting_name, voice_only }) => {
    const { secret } = requireVideoService(services.config.videoCalls.bigBlueButton, 'BigBlueButton')
    const sealed = sealMeeting(secret, {
      id: `tagma-${services.time.random.token(20)}`,
      name: meeting_name,
      isVoiceOnly: voice_only,
      organizationId: directory.organization.id,
      moderatorId: caller.id,
    })
    return { url: `/calls/bigbluebutton/join?bigbluebutton=${sealed}` }
  },
)
