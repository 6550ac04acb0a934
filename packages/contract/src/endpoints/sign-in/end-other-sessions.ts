import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const endOtherSessions = endpoint({
  id: 'end-other-sessions',
  method: 'DELETE',
  path: '/tagma/sessions',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'End all your other sessions.',
  doc: 'Signs you out everywhere but in the browser that makes this call. Your API key stays: [replace it](regenerate-api-key) too if somebody else may know it. An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: { ended: field(z.int(), 'Number of sessions that ended.') },
  example: { request: {}, response: { ended: 2 } },
})
