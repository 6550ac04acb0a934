import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'

export const addPasskey = endpoint({
  id: 'add-passkey',
  method: 'POST',
  path: '/tagma/passkeys',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Add a passkey.',
  doc: 'From then on it signs you in by itself, and your password takes it or another second step. You are told by mail. An endpoint of Tagma; Zulip has none for this.',
  params: {
    name: text(z.string(), 'A name for it, with at most 60 characters: that of the device, for example.'),
    passkey: json(
      z.record(z.string(), z.unknown()),
      'What the browser has made of the options of [the first half](begin-passkey): the credential’s `toJSON()`.',
    ),
  },
  returns: {
    id: field(z.int(), 'Id of the passkey.'),
    recovery_codes: field(
      z.array(z.string()),
      'Ten recovery codes, which are shown here and never again; empty if you have some.',
    ),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The name is not allowed, the passkey could not be checked or is known, ten minutes have passed, or you have 20 passkeys.',
    },
  ],
  example: {
    request: { name: 'Laptop', passkey: { id: 'mWJ2', type: 'public-key' } },
    response: { id: 3, recovery_codes: ['k4mz-q2ns-7hbt-ax3e', 'p6vd-yl5c-2wqj-ro4f'] },
  },
})
