import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { hasCalls, needsAccount } from './call-service.ts'

const offered = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
  webex: { name: 'Webex', id: 8 },
  other: { name: 'A service to come', id: 99 },
}

// A few fields decide: the others are not made up.
const given = (parts: Partial<State>) =>
  ({
    realm_available_video_chat_providers: offered,
    jitsi_server_url: 'https://meet.example.com',
    ...parts,
  }) as unknown as State

test.each([
  ['no service', false, { realm_video_chat_provider: 0 }],
  ['Jitsi Meet', true, { realm_video_chat_provider: 1 }],
  ['Jitsi Meet without a server', false, { realm_video_chat_provider: 1, jitsi_server_url: null }],
  ['Webex', true, { realm_video_chat_provider: 8 }],
  ['Nextcloud Talk, which the server is no longer set up for', false, { realm_video_chat_provider: 7 }],
  ['a service that this client does not know', false, { realm_video_chat_provider: 99 }],
] as const)('with %s, people can begin calls: %s', (_, isOffered, parts) => {
  expect(hasCalls(given(parts))).toBe(isOffered)
})

test('for Webex, people connect their account first', () => {
  expect(needsAccount(given({ realm_video_chat_provider: 8 }))).toBe(true)
  expect(needsAccount(given({ realm_video_chat_provider: 8, has_webex_token: true }))).toBe(false)
  expect(needsAccount(given({ realm_video_chat_provider: 1 }))).toBe(false)
})
