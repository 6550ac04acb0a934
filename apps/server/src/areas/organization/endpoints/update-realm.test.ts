import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { expect, test } from 'vitest'
import { fullMembersJob } from '#areas/groups/full-members-job.ts'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('settings and permissions change for everybody, each under its own name', async () => {
  const t = await testApp()
  const { owner, administrator, member, guest } = await t.given.everyRole()
  const moderators = t.directory.systemGroup('role:moderators').id
  const received = await converge(t, [owner, member, guest], () =>
    t.as(owner).call(updateRealm, {
      name: 'Weavers',
      description: 'We *weave*',
      enable_read_receipts: false,
      message_content_edit_limit_seconds: 'unlimited',
      message_retention_days: 30,
      topics_policy: 'disable_empty_topic',
      can_create_public_channel_group: { new: moderators },
      can_mention_many_users_group: { new: { direct_members: [member.id], direct_subgroups: [] } },
    }),
  )
  expect(received.get(guest.id)?.map(({ id: _id, type: _type, ...event }) => event)).toEqual([
    { op: 'update', property: 'name', value: 'Weavers' },
    { op: 'update', property: 'enable_read_receipts', value: false },
    { op: 'update', property: 'message_content_edit_limit_seconds', value: null },
    { op: 'update', property: 'message_retention_days', value: 30 },
    { op: 'update', property: 'topics_policy', value: 'disable_empty_topic' },
    {
      op: 'update_dict',
      property: 'default',
      data: {
        can_create_public_channel_group: moderators,
        can_mention_many_users_group: { direct_members: [member.id], direct_subgroups: [] },
        description: 'We *weave*',
        rendered_description: '<p>We <em>weave</em></p>',
        mandatory_topics: true,
      },
    },
  ])
  const state = await t.as(guest).call(registerQueue, {})
  expect(state).toMatchObject({
    realm_name: 'Weavers',
    realm_enable_read_receipts: false,
    realm_message_content_edit_limit_seconds: null,
    realm_can_create_public_channel_group: moderators,
    realm_wildcard_mention_policy: 1,
    server_web_public_streams_enabled: true,
  })
  expect(state.server_supported_permission_settings?.realm.can_create_web_public_channel_group).toEqual({
    require_system_group: true,
    allow_internet_group: false,
    allow_nobody_group: true,
    allow_everyone_group: false,
    default_group_name: 'role:owners',
    default_for_system_groups: null,
    allowed_system_groups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  })
  expect(await t.as(member).refusal(subscribe, { subscriptions: [{ name: 'new' }] })).toMatchObject({
    message: 'Insufficient permission',
  })
  await t.as(administrator).call(updateRealm, {
    can_create_public_channel_group: { new: t.directory.systemGroup('role:members').id },
  })
  await t.as(member).call(subscribe, { subscriptions: [{ name: 'new' }] })
})

test('a setting that cannot be changed is not a parameter', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { statusCode, body } = await t.app.http.inject({
    method: 'PATCH',
    url: '/api/v1/realm',
    headers: {
      host: t.host,
      authorization: `Basic ${btoa(`${owner.email}:${owner.apiKey}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'owner_full_content_access=true',
  })
  expect([statusCode, JSON.parse(body)]).toMatchObject([
    200,
    { ignored_parameters_unsupported: ['owner_full_content_access'] },
  ])
  expect(await t.as(owner).call(registerQueue, {})).toMatchObject({ realm_owner_full_content_access: false })
})

test('an invalid setting is refused, and nothing of the call is kept', async () => {
  const t = await testApp()
  const { owner, administrator, moderator } = await t.given.everyRole()
  const group = (name: Parameters<typeof t.directory.systemGroup>[0]) => t.directory.systemGroup(name).id
  const refusal = (user: typeof owner, args: object) =>
    t
      .as(user)
      .refusal(updateRealm, { enable_read_receipts: false, ...args })
      .then(({ message, code }) => `${code}: ${message}`)
  expect(await refusal(moderator, {})).toBe('UNAUTHORIZED_PRINCIPAL: Must be an organization administrator')
  for (const args of [
    { can_create_groups: { new: group('role:owners') } },
    { waiting_period_threshold: 3 },
    { message_retention_days: 3 },
  ])
    expect(await refusal(administrator, args)).toBe('UNAUTHORIZED_PRINCIPAL: Must be an organization owner')
  expect(await refusal(owner, { can_create_web_public_channel_group: { new: group('role:members') } })).toBe(
    "BAD_REQUEST: 'can_create_web_public_channel_group' setting cannot be set to 'role:members' group.",
  )
  expect(
    await refusal(owner, { can_create_groups: { new: group('role:owners'), old: group('role:owners') } }),
  ).toMatch(/^EXPECTATION_MISMATCH/)
  expect(await refusal(owner, { waiting_period_threshold: -1 })).toMatch(/waiting_period_threshold/)
  expect(t.directory.organization.settings.enable_read_receipts).toBe(true)
})

test.each([
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const)('%s names a channel that is there and in use, or none', async (setting) => {
  const t = await testApp()
  const other = await testApp()
  const { owner, administrator } = await t.given.everyRole()
  const open = await t.given.channel([owner])
  const hidden = await t.given.channel([owner], { invite_only: true })
  const archived = await t.given.channel([owner])
  await t.as(owner).call(archiveStream, { stream_id: archived.id })
  const before = t.directory.organization.settings[setting]
  const foreign = await other.given.channel([await other.given.user('stranger')])
  for (const id of [99_999, 0, -2, archived.id, foreign.id])
    expect(await t.as(owner).refusal(updateRealm, { [setting]: id })).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Invalid channel ID',
    })
  expect(t.directory.organization.settings[setting]).toBe(before)
  const fitting = setting === 'moderation_request_channel_id' ? [hidden.id, -1] : [open.id, hidden.id, -1]
  for (const id of fitting) {
    await t.as(administrator).call(updateRealm, { [setting]: id })
    expect(await t.as(owner).call(registerQueue, {})).toMatchObject({ [`realm_${setting}`]: id })
  }
})

test('reports go to a private channel, and it stays private', async () => {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  const open = await t.given.channel([owner])
  const hidden = await t.given.channel([owner], { invite_only: true })
  expect(await t.as(owner).refusal(updateRealm, { moderation_request_channel_id: open.id })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Moderation request channel must be private.',
  })
  await t.as(owner).call(updateRealm, { moderation_request_channel_id: hidden.id })
  const publish = { stream_id: hidden.id, is_private: false }
  expect(await t.as(owner).refusal(updateStream, publish)).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'A moderation request channel cannot be public.',
  })
  await t.as(owner).call(updateRealm, { moderation_request_channel_id: -1 })
  await t.as(owner).call(updateStream, publish)
  expect(t.directory.channels.get(hidden.id)?.isPrivate).toBe(false)
})

test('newcomers are announced in the chosen channel, however they join', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  await t.given.mayCreateUsers(owner)
  const lobby = await t.given.channel([owner])
  await t
    .as(owner)
    .call(createUser, { email: 'early@example.com', password: 'long enough now', full_name: 'Early' })
  await t.as(owner).call(updateRealm, { signup_announcements_stream_id: lobby.id })
  const { user_id: iris } = await t
    .as(owner)
    .call(createUser, { email: 'iris@example.com', password: 'long enough now', full_name: 'Iris <3' })
  const { invite_link } = await t.as(owner).call(createInviteLink, { invite_as: 600 })
  await t.page(invite_link, { email: 'gast@example.com', name: 'Gast', password: 'long enough now' })
  const gast = t.directory.userByEmail('gast@example.com')
  // Bots are not newcomers.
  await t.given.bot('robot', owner)

  const { messages } = await t.as(owner).call(getMessages, {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: lobby.id }],
  })
  expect(
    messages.map(({ sender_full_name, subject, content }) => [sender_full_name, subject, content]),
  ).toEqual([
    [
      'Notification Bot',
      'signups',
      `<p><span class="user-mention silent" data-user-id="${iris}">Iris &lt;3</span> has joined.</p>`,
    ],
    [
      'Notification Bot',
      'signups',
      `<p><span class="user-mention silent" data-user-id="${gast?.id}">Gast</span> has joined as a guest.</p>`,
    ],
  ])
  await t.as(owner).call(archiveStream, { stream_id: lobby.id })
  await t
    .as(owner)
    .call(createUser, { email: 'late@example.com', password: 'long enough now', full_name: 'Late' })
})

test('web-public channels need enable_spectator_access and the server’s permission', async () => {
  const t = await testApp()
  const { owner, guest } = await t.given.everyRole()
  await t.as(owner).call(updateRealm, { enable_spectator_access: true })
  await converge(t, [owner, guest], () =>
    t.as(owner).call(subscribe, { subscriptions: [{ name: 'open' }], is_web_public: true }),
  )
  expect(t.directory.channelByName('open')?.isWebPublic).toBe(true)
  const closed = await testApp({ WEB_PUBLIC_STREAMS_ENABLED: 'off' })
  const other = await closed.given.user('owner', { role: 'owner' })
  expect(await closed.as(other).refusal(updateRealm, { enable_spectator_access: true })).toMatchObject({
    message: 'Web-public channels are not enabled on this server.',
  })
})

test('members become full members when their waiting period is over', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  const isFull = () => t.directory.users.get(member.id)?.isFullMember
  await converge(t, [owner, member], () => t.as(owner).call(updateRealm, { waiting_period_threshold: 3 }))
  expect(isFull()).toBe(false)
  t.clock.advance({ days: 3 })
  await converge(t, [owner, member], () => fullMembersJob.run(t.app.services, t.organizationId))
  expect(isFull()).toBe(true)
})
