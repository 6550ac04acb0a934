import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const askForPasskey = endpoint({
  id: 'ask-for-passkey',
  method: 'POST',
  path: '/tagma/step_up/passkey',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Ask for a passkey as a proof.',
  doc: 'What the browser answers goes into [the proof](step-up), within ten minutes. An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: {
    options: field(
      z.record(z.string(), z.unknown()),
      'Input of the browser’s `PublicKeyCredential.parseRequestOptionsFromJSON`, and then of `navigator.credentials.get`.',
    ),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'You have no passkey.' }],
  example: {
    request: {},
    response: { options: { challenge: 'dGhpcnR5LXR3byBieXRlcw', rpId: 'chat.example.com' } },
  },
})
