import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const createWebexVideoCall = endpoint({
  id: 'create-webex-video-call',
  method: 'POST',
  path: '/calls/webex/create',
  role: 'guest',
  scope: 'messages:write',
  since: 493,
  summary: 'Create a Webex meeting for a call.',
  doc: 'The caller holds the meeting under their own Webex account, which they connect once in a browser at `/calls/webex/register`. `has_webex_token` of the registration and its event say whether they did.',
  params: {},
  returns: { url: field(z.string(), 'The address of the call.') },
  errors: [
    {
      code: 'INVALID_VIDEO_CALL_PROVIDER_TOKEN',
      when: 'The caller has not connected a Webex account, or Webex no longer accepts the connection.',
    },
    {
      code: 'BAD_REQUEST',
      when: 'The server’s configuration has no Webex integration, or Webex did not create the meeting.',
    },
  ],
  example: { request: {}, response: { url: 'https://example.webex.com/example/j.php?MTID=m5f0c3a' } },
})
