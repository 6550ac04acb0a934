import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const endSession = endpoint({
  id: 'end-session',
  method: 'DELETE',
  path: '/tagma/sessions/{session_id}',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'End one of your sessions.',
  doc: 'Signs a browser out at once, and ends the event queues that it registered. An endpoint of Tagma; Zulip has none for this.',
  params: { session_id: inPath(id('session'), 'The session.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The session does not exist, has ended, or is not yours.' }],
  example: { request: { session_id: 7 }, response: {} },
})
