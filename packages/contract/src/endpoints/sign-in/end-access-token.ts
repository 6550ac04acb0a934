import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const endAccessToken = endpoint({
  id: 'end-access-token',
  method: 'DELETE',
  path: '/tagma/access_tokens/{access_token_id}',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'End an access token.',
  doc: 'Ends a token of yours or of a bot of yours with the event queues that it registered. Where the server runs as several processes, all of them know of it before you are answered. Administrators end those of others too. An endpoint of Tagma; Zulip has none for this.',
  params: { access_token_id: inPath(id('access token'), 'The token.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The token does not exist, has ended, or is not yours to end.' }],
  example: { request: { access_token_id: 7 }, response: {} },
})
