import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { proofErrors, proofParameters } from './proof-parameters.ts'

export const beginPasskey = endpoint({
  id: 'begin-passkey',
  method: 'POST',
  path: '/tagma/passkeys/begin',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Begin a new passkey.',
  doc: 'The browser makes it; [adding it](add-passkey) is the second half, within ten minutes. An endpoint of Tagma; Zulip has none for this.',
  params: proofParameters,
  returns: {
    options: field(
      z.record(z.string(), z.unknown()),
      'Input of the browser’s `PublicKeyCredential.parseCreationOptionsFromJSON`, and then of `navigator.credentials.create`.',
    ),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'You have 20 passkeys.' }, ...proofErrors],
  example: {
    request: {},
    response: { options: { challenge: 'dGhpcnR5LXR3byBieXRlcw', rp: { id: 'chat.example.com' } } },
  },
})
