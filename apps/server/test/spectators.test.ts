import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { getMessage } from '@tagma/contract/endpoints/messages/get-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getStreamTopics } from '@tagma/contract/endpoints/messages/get-stream-topics.ts'
import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { updateProfileData } from '@tagma/contract/endpoints/profile-fields/update-profile-data.ts'
import { updateRealmUserSettingsDefaults } from '@tagma/contract/endpoints/settings/update-realm-user-settings-defaults.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import type { Narrow } from '@tagma/contract/primitives.ts'
import { expect, test } from 'vitest'
import { allEndpoints, type TestApp, testApp } from '#test/app.ts'

// Spectators see web-public channels, and nothing else.

const webPublic = { operator: 'channels', operand: 'web-public' } as const
const unauthorized = { status: 401, code: 'UNAUTHORIZED' }

/**
 * Makes an organization with a message and a linked file in every kind of place. Only one place is open to everybody.
 */
async function places(environment: Record<string, string> = {}) {
  const t = await testApp(environment)
  await t.given.settings({ enable_spectator_access: true })
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris } = await t.given.members('iris')
  const people = [owner, iris]
  const channels = {
    open: await t.given.channel(people, { name: 'open', is_web_public: true }),
    archived: await t.given.channel(people, { name: 'archived', is_web_public: true }),
    closed: await t.given.channel(people, { name: 'closed', is_web_public: true }),
    public: await t.given.channel(people, { name: 'public' }),
    private: await t.given.channel(people, { name: 'private', invite_only: true }),
    shielded: await t.given.channel(people, {
      name: 'shielded',
      invite_only: true,
      history_public_to_subscribers: false,
    }),
  }
  const messages: Record<string, number> = {}
  const files: Record<string, string> = {}
  for (const [name, to] of [...Object.entries(channels), ['direct', [owner]] as const]) {
    const bytes = new TextEncoder().encode(name)
    const file = [{ filename: `${name}.txt`, contentType: 'text/plain', bytes }]
    files[name] = (await t.as(iris).call(uploadFile, { file })).url
    messages[name] = await t.given.message(iris, to, {
      topic: `about ${name}`,
      content: `Loom [file](${files[name]})`,
    })
  }
  await t.as(owner).call(archiveStream, { stream_id: channels.archived.id })
  await t.as(owner).call(updateStream, { stream_id: channels.closed.id, is_private: true })
  return { t, owner, iris, channels, messages, files }
}

const read = (t: TestApp, narrow: Narrow, more: { message_ids?: number[] } = {}) =>
  t.as().call(getMessages, {
    ...(more.message_ids ? more : { anchor: 'newest' as const, num_before: 100 }),
    narrow,
  })

/** Tells whether an upload opens without credentials. */
const opens = async (t: TestApp, url: string) => (await t.page(url)).status === 200

test('a spectator reads web-public channels and nothing else', async () => {
  const { t, channels, messages, files } = await places()
  const open = messages.open ?? 0
  const all = Object.values(messages)
  const found = async (...narrow: Narrow) =>
    (await read(t, [webPublic, ...narrow])).messages.map(({ id }) => id)
  expect(await found()).toEqual([open])
  expect(await found({ operator: 'search', operand: 'loom' })).toEqual([open])
  expect(await found({ operator: 'has', operand: 'attachment' })).toEqual([open])
  expect(await found({ operator: 'channel', operand: channels.open.id })).toEqual([open])
  expect((await read(t, [webPublic], { message_ids: all })).messages.map(({ id }) => id)).toEqual([open])
  for (const id of all.filter((one) => one !== open)) {
    expect(await found({ operator: 'id', operand: id })).toEqual([])
    expect((await t.as().refusal(getMessage, { message_id: id })).message).toBe('Invalid message(s)')
    const followed = {
      anchor: 'newest',
      num_before: 100,
      narrow: [webPublic, { operator: 'with', operand: id }],
    }
    expect((await t.as().refusal(getMessages, followed as never)).code).toBe('BAD_REQUEST')
  }
  expect((await t.as().call(getMessage, { message_id: open })).message.id).toBe(open)
  for (const [name, { id }] of Object.entries(channels)) {
    if (name === 'open') continue
    expect((await t.as().refusal(getStreamTopics, { stream_id: id })).message).toBe('Invalid channel ID')
    for (const operand of [id, name]) {
      const narrow = [webPublic, { operator: 'channel', operand }]
      expect((await t.as().refusal(getMessages, { anchor: 'newest', num_before: 9, narrow })).message).toBe(
        'Invalid narrow operator: unknown channel',
      )
    }
  }
  const { topics } = await t.as().call(getStreamTopics, { stream_id: channels.open.id })
  expect(topics).toEqual([{ name: 'about open', max_id: open }])
  const opened = []
  for (const [name, url] of Object.entries(files)) if (await opens(t, url)) opened.push(name)
  expect(opened).toEqual(['open'])
})

test('a spectator’s narrow names web-public channels, and asks for nothing personal', async () => {
  const { t, iris, channels } = await places()
  const narrows: Narrow[] = [
    [],
    [{ operator: 'channel', operand: channels.open.id }],
    [{ operator: 'channels', operand: 'public' }],
    [{ ...webPublic, negated: true }],
    ...['dm', 'unread', 'starred', 'mentioned', 'followed', 'resolved'].map((operand) => [
      webPublic,
      { operator: 'is', operand },
    ]),
    [webPublic, { operator: 'dm', operand: [iris.id] }],
    [webPublic, { operator: 'dm-with', operand: iris.id }],
    [webPublic, { operator: 'dm-including', operand: iris.id }],
    [webPublic, { operator: 'mentions', operand: iris.id }],
  ]
  for (const narrow of narrows) {
    const refusal = await t.as().refusal(getMessages, { anchor: 'newest', num_before: 9, narrow })
    expect({ narrow, status: refusal.status, code: refusal.code }).toEqual({ narrow, ...unauthorized })
  }
  const unknown = (operand: string) =>
    t.as().refusal(getMessages, {
      anchor: 'newest',
      num_before: 9,
      narrow: [webPublic, { operator: 'sender', operand }],
    })
  // Trying addresses does not tell who has them.
  for (const operand of [iris.email, 'nobody@example.com', 'me'])
    expect((await unknown(operand)).message).toContain('unknown user')
})

test('spectators get no email address, profile, presence or membership', async () => {
  const { t, owner, iris, channels } = await places()
  const { id: field } = await t
    .as(owner)
    .call(createCustomProfileField, { field_type: 1, name: 'Phone', hint: 'hushed hint' })
  await t.as(iris).call(updateProfileData, { data: [{ id: field, value: 'hushed number' }] })
  await t.as(iris).call(updateSettings, { timezone: 'Europe/Berlin', full_name: 'Iris Adler' })
  await t.as(iris).call(updateStatus, { status_text: 'hushed status' })
  await t.as(iris).call(updatePresence, { status: 'active' })
  await t.as(owner).call(createUserGroup, { name: 'weavers', description: '', members: [iris.id] })
  await t.as(owner).call(updateRealmUserSettingsDefaults, { emojiset: 'twitter' })
  const state = await t.as().call(registerQueue, {})
  expect(state).toMatchObject({
    queue_id: null,
    last_event_id: -1,
    zulip_feature_level: 507,
    realm_name: t.directory.organization.name,
    subscriptions: [],
    unsubscribed: [],
    presences: {},
    user_status: {},
    custom_profile_fields: [],
    user_settings: { emojiset: 'twitter' },
    unread_msgs: { count: 0, streams: [], pms: [], huddles: [] },
  })
  expect(state).not.toHaveProperty('user_id')
  expect(state.streams?.map(({ stream_id }) => stream_id)).toEqual([channels.open.id])
  expect(state.never_subscribed?.map(({ stream_id }) => stream_id)).toEqual([channels.open.id])
  expect(state.realm_user_groups?.find(({ name }) => name === 'weavers')?.members).toEqual([])
  const { members } = await t.as().call(getUsers, { include_custom_profile_fields: true })
  const shown = {
    user_id: iris.id,
    full_name: 'Iris Adler',
    email: `user${iris.id}@tagma.invalid`,
    delivery_email: null,
    timezone: '',
    date_joined: new Date(t.clock.now()).toISOString().slice(0, 10),
    profile_data: {},
  }
  for (const users of [state.realm_users, members])
    expect(users?.find(({ user_id }) => user_id === iris.id)).toMatchObject(shown)
  const { messages } = await read(t, [webPublic])
  const texts = JSON.stringify([state, members, messages])
  for (const secret of [iris.email, owner.email, 'hushed', 'Europe/Berlin', 'shielded', 'private"'])
    expect(texts).not.toContain(secret)
  for (const args of [{ include_subscribers: true }, { client_gravatar: true }])
    expect((await t.as().refusal(registerQueue, args)).code).toBe('BAD_REQUEST')
})

const spectating = allEndpoints.filter((endpoint) => endpoint.spectators !== undefined)

test('spectators get nothing else: every other endpoint wants an account', async () => {
  const { t } = await places()
  expect(spectating.map(({ id }) => id).toSorted()).toEqual([
    'get-message',
    'get-messages',
    'get-stream-topics',
    'get-users',
    'register-queue',
  ])
  const others = allEndpoints.filter(
    (endpoint) => endpoint.role !== 'anyone' && !spectating.includes(endpoint),
  )
  for (const { id, ...endpoint } of others) {
    const { status, code } = await t.as().refusal({ id, ...endpoint }, endpoint.example.request)
    // The account of a webhook stands in its address, as a parameter.
    const refusal =
      id === 'receive-webhook' ? { status: 400, code: 'REQUEST_VARIABLE_MISSING' } : unauthorized
    expect({ id, status, code }).toEqual({ id, ...refusal })
  }
})

test('if the organization or the server forbids it, nothing is open', async () => {
  const closings: [Record<string, string>, (of: Awaited<ReturnType<typeof places>>) => Promise<unknown>][] = [
    [{}, ({ t }) => t.given.settings({ enable_spectator_access: false })],
    [{}, ({ t, owner }) => t.as(owner).call(deactivateRealm, {})],
  ]
  for (const [environment, close] of closings) {
    const given = await places(environment)
    const { t, channels, messages, files } = given
    const calls = [
      () => t.as().refusal(registerQueue, {}),
      () => t.as().refusal(getUsers, {}),
      () => t.as().refusal(getMessages, { anchor: 'newest', num_before: 9, narrow: [webPublic] }),
      () => t.as().refusal(getMessage, { message_id: messages.open ?? 0 }),
      () => t.as().refusal(getStreamTopics, { stream_id: channels.open.id }),
    ]
    expect(calls).toHaveLength(spectating.length)
    expect(await opens(t, files.open ?? '')).toBe(true)
    await close(given)
    for (const call of calls) expect((await call()).status).toBe(401)
    expect(await opens(t, files.open ?? '')).toBe(false)
  }
})

test('the server’s switch closes an organization that was open', async () => {
  const t = await testApp({ WEB_PUBLIC_STREAMS_ENABLED: 'off' })
  await t.given.settings({ enable_spectator_access: true })
  expect(await t.as().refusal(registerQueue, {})).toMatchObject(unauthorized)
})

test('calls without an account are counted by address', async () => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'anonymous=2/60' })
  await t.given.settings({ enable_spectator_access: true })
  for (let count = 0; count < 2; count++) await t.as().call(getUsers, {})
  expect(await t.as().refusal(getUsers, {})).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(getUsers, {})
})
