import { textReply } from '#http/html.ts'
import type { Page } from '#http/page.ts'
import { VideoCallFailure } from '#ports/video-calls.ts'
import { openMeeting } from './meeting-link.ts'

/** Page of a BigBlueButton call. Leads whoever is signed in into the meeting, under their name. */
export const joinCallPage: Page = {
  method: 'GET',
  path: '/calls/bigbluebutton/join',
  limit: 'page',
  async answer(context) {
    const { services, fields } = context
    const { organization } = await context.directory()
    const caller = await context.caller('messages:write')
    if (!caller) return redirection('/login/')
    const { bigBlueButton } = services.outside.videoCalls
    const secret = services.config.videoCalls.bigBlueButton?.secret
    const meeting = secret === undefined ? undefined : openMeeting(secret, fields.bigbluebutton ?? '')
    if (!bigBlueButton || meeting?.organizationId !== organization.id)
      return textReply(404, 'page.call.unknown', 'page.call.incomplete')
    try {
      return redirection(
        await bigBlueButton.join(meeting, {
          name: caller.fullName,
          isModerator: caller.id === meeting.moderatorId,
        }),
      )
    } catch (error) {
      if (!(error instanceof VideoCallFailure)) throw error
      services.log.warn({ err: error }, 'BigBlueButton gave no call.')
      return textReply(502, 'page.call.failed', 'page.call.away')
    }
  },
}

const redirection = (location: string) => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
})
