import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'

export const askForOwnExport = endpoint({
  id: 'ask-for-own-export',
  method: 'POST',
  path: '/tagma/own_exports',
  role: 'guest',
  scope: 'full',
  bots: false,
  summary: 'Request an archive of all your own data.',
  doc: 'The server makes a ZIP in the background and tells of it by [`tagma_exports`](event-tagma-exports) events. It is deleted a week later. Three can be requested within a day.\n\n`index.html` shows everything without a connection. `data/` has the same as JSON: your account, profile, settings and status, subscriptions, groups, drafts, snippets, scheduled messages, alert words, reactions, flags, devices and sessions, without secrets. `messages/` has the messages that you sent, each with its conversation and time, and `files/` what you uploaded. An endpoint of Tagma; Zulip has none for this.',
  params: {
    include_received: json(
      z.boolean().default(false),
      'True to add direct messages that others sent to you. They are also data of the others.',
    ),
  },
  returns: { id: field(z.int(), 'Id of the export.') },
  errors: [{ code: 'BAD_REQUEST', when: 'Three exports were requested within a day.' }],
  example: { request: { include_received: false }, response: { id: 4 } },
})
