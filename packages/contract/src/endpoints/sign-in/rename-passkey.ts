import * as z from 'zod'
import { endpoint, inPath, text } from '../../define.ts'
import { id } from '../../primitives.ts'

export const renamePasskey = endpoint({
  id: 'rename-passkey',
  method: 'PATCH',
  path: '/tagma/passkeys/{passkey_id}',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Rename a passkey.',
  doc: 'Gives a passkey of yours another name. An endpoint of Tagma; Zulip has none for this.',
  params: {
    passkey_id: inPath(id('passkey'), 'The passkey.'),
    name: text(z.string(), 'The name, with at most 60 characters.'),
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The name is not allowed.' },
    { code: 'BAD_REQUEST', status: 404, when: 'You have no such passkey.' },
  ],
  example: { request: { passkey_id: 3, name: 'Work laptop' }, response: {} },
})
