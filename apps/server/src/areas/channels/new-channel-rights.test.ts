import { ApiError } from '@tagma/client/api-error.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'

/** Returns the channel that a call makes, or the refusal. */
async function making(t: TestApp, user: Account, options: object) {
  const name = 'made'
  try {
    await t.as(user).call(subscribe, { subscriptions: [{ name }], ...options })
    return { channel: t.directory.channelByName(name) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { channel: t.directory.channelByName(name), refusal: `${error.code}: ${error.message}` }
  }
}

const insufficient = 'BAD_REQUEST: Insufficient permission'
test.each([
  ['is_default_stream', 'administrator', { is_default_stream: true }, { isDefault: true }],
  ['is_default_stream', 'moderator', { is_default_stream: true }, insufficient],
  [
    'invite_only',
    'member',
    { invite_only: true },
    { isPrivate: true, isWebPublic: false, historyPublic: false },
  ],
  ['invite_only', 'guest', { invite_only: true }, insufficient],
  ['nothing', 'member', {}, { isPrivate: false, isWebPublic: false, isDefault: false, historyPublic: true }],
  ['nothing', 'guest', {}, insufficient],
  [
    'default_push_notifications',
    'administrator',
    { default_push_notifications: true },
    { defaultPushNotifications: true },
  ],
  [
    'default_push_notifications',
    'moderator',
    { default_push_notifications: true },
    'UNAUTHORIZED_PRINCIPAL: Must be an organization administrator',
  ],
  [
    'default_push_notifications',
    'member',
    { default_push_notifications: false },
    { defaultPushNotifications: false },
  ],
  ['hidden_from_agents', 'member', { hidden_from_agents: true }, { isHiddenFromAgents: true }],
  [
    'message_retention_days',
    'administrator',
    { message_retention_days: 3 },
    'UNAUTHORIZED_PRINCIPAL: Must be an organization owner',
  ],
  [
    'message_retention_days',
    'member',
    { message_retention_days: 'realm_default' },
    { messageRetentionDays: null },
  ],
  ['topics_policy', 'member', { topics_policy: 'inherit' }, { topicsPolicy: 'inherit' }],
  ['topics_policy', 'member', { topics_policy: 'allow_empty_topic' }, { topicsPolicy: 'allow_empty_topic' }],
  [
    'topics_policy',
    'member',
    { topics_policy: 'disable_empty_topic' },
    { topicsPolicy: 'disable_empty_topic' },
  ],
  ['topics_policy', 'member', { topics_policy: 'empty_topic_only' }, { topicsPolicy: 'empty_topic_only' }],
  ['topics_policy', 'guest', { topics_policy: 'disable_empty_topic' }, insufficient],
] as const)('%s of a new channel, for the %s', async (_, role, options, expected) => {
  const t = await testApp()
  const people = await t.given.everyRole()
  expect(await making(t, people[role], options)).toMatchObject(
    typeof expected === 'string'
      ? { channel: undefined, refusal: expected }
      : { channel: { creatorId: people[role].id, ...expected } },
  )
})

test('web-public channels need the server, the organization and the permission together', async () => {
  const enabled = { enable_spectator_access: true }
  const off = { channel: undefined, refusal: 'BAD_REQUEST: Web-public channels are not enabled.' }
  const t = await testApp()
  const { owner, moderator } = await t.given.everyRole()
  const make = { is_web_public: true }
  expect(await making(t, owner, make)).toEqual(off)
  await t.given.settings(enabled)
  expect(await making(t, moderator, make)).toEqual({ channel: undefined, refusal: insufficient })
  const moderators = t.directory.systemGroup('role:moderators').id
  await t.given.settings({ ...enabled, can_create_web_public_channel_group: moderators })
  expect(await making(t, moderator, make)).toMatchObject({
    channel: { isWebPublic: true, isPrivate: false },
  })
  const closed = await testApp({ WEB_PUBLIC_STREAMS_ENABLED: 'off' })
  await closed.given.settings(enabled)
  expect(await making(closed, await closed.given.user('chief', { role: 'owner' }), make)).toEqual(off)
})
