import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { id, textUpTo } from '../../primitives.ts'

export const registerPushDevice = endpoint({
  id: 'register-push-device',
  method: 'POST',
  path: '/mobile_push/register',
  role: 'guest',
  scope: 'full',
  bots: false,
  since: 406,
  summary: 'Register a device for end-to-end encrypted mobile notifications.',
  doc: [
    'The first registration needs all parameters. Later, pass `push_key_id` and `push_key` to replace the key, or the',
    'other four to replace the token.',
    '',
    'The server answers at once. It then registers the token with the push service, and an event of type `device`',
    'reports the result.',
  ].join('\n'),
  params: {
    device_id: json(id('device'), 'The device, from `POST /register_client_device`.', { since: 468 }),
    push_key_id: json(
      z.int().min(0).max(0xffffffff).optional(),
      'The client’s id for the key: an unsigned 32-bit integer.',
      { since: 468 },
    ),
    push_key: text(
      z.string().optional(),
      'Base64 of the key that encrypts notifications: the byte 0x31 and 32 bytes of key for libsodium’s `crypto_secretbox_easy`.',
      { since: 432 },
    ),
    token_kind: text(z.enum(['fcm', 'apns']).optional(), 'The service that gave the device its token.'),
    token_id: text(z.string().optional(), 'Base64 of the first 8 bytes of the SHA-256 of the token.', {
      since: 468,
    }),
    bouncer_public_key: text(
      textUpTo(1000).optional(),
      'The public key that `encrypted_push_registration` is encrypted for.',
    ),
    encrypted_push_registration: text(
      textUpTo(100_000).optional(),
      'The data that the push service needs about the token, encrypted by the client.',
    ),
  },
  returns: {},
  errors: [
    { code: 'PUSH_SERVICE_NOT_CONFIGURED', when: 'The server is not set up to send mobile notifications.' },
    {
      code: 'BAD_REQUEST',
      when: 'The device does not exist, parameters that belong together are missing, a key or token id is malformed, there is nothing to replace, or a registration is under way.',
    },
  ],
  changes: [
    { level: 432, text: '`push_public_key` became `push_key`.' },
    {
      level: 468,
      text: '`device_id` replaces `push_account_id`; keys and tokens can be replaced separately.',
    },
    { level: 483, text: 'A success removes the unencrypted registrations of the same token.' },
    { level: 492, text: 'Regenerating the API key removes all registrations.' },
  ],
  example: {
    request: {
      device_id: 2,
      push_key_id: 2408,
      push_key: 'MXB5MGRrdXB5MGRrdXB5MGRrdXB5MGRrdXB5MGRrdXA=',
      token_kind: 'fcm',
      token_id: 'X5gjrCs0b+s=',
      bouncer_public_key: 'public-key',
      encrypted_push_registration: 'encrypted-registration',
    },
    response: {},
  },
})
