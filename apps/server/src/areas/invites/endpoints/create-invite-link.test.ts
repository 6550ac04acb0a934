import type { Input } from '@tagma/contract/define.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { revokeInviteLink } from '@tagma/contract/endpoints/invites/revoke-invite-link.ts'
import { sendInvites } from '@tagma/contract/endpoints/invites/send-invites.ts'
import { limits } from '@tagma/contract/limits.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import type { OrganizationSettings } from '@tagma/contract/settings/organization-settings.ts'
import { expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

/** Lets members make links; by default only administrators may. */
const letMembersInvite = (t: TestApp, more: Partial<OrganizationSettings> = {}) =>
  t.given.settings({ create_multiuse_invite_group: t.directory.systemGroup('role:members').id, ...more })

test('administrators and its maker see a link in the list', async () => {
  const t = await testApp()
  await letMembersInvite(t)
  const { administrator, member, moderator } = await t.given.everyRole()
  const received = await converge(t, [administrator, member, moderator], async () => {
    const { invite_link } = await t.as(member).call(createInviteLink, {})
    expect(invite_link).toMatch(new RegExp(`^http://${t.host}/join/[A-Za-z0-9]{24}$`))
  })
  expect(received.get(administrator.id)).toMatchObject([{ type: 'invites_changed' }])
  expect(received.get(member.id)).toMatchObject([{ type: 'invites_changed' }])
  expect(received.get(moderator.id)).toEqual([])
  const now = t.clock.now() / 1000
  const { invites } = await t.as(administrator).call(getInvites, {})
  expect(invites).toEqual([
    {
      id: expect.any(Number),
      is_multiuse: true,
      link_url: expect.stringContaining('/join/'),
      invited: now,
      expiry_date: now + 14_400 * 60,
      invited_as: 400,
      invited_by_user_id: member.id,
      notify_referrer_on_join: true,
    },
  ])
  expect((await t.as(member).call(getInvites, {})).invites).toEqual(invites)
  expect((await t.as(moderator).call(getInvites, {})).invites).toEqual([])
})

test('a link works as long as the server says, as its maker says, or for ever', async () => {
  const t = await testApp({ INVITATION_LINK_VALIDITY_MINUTES: '30' })
  const owner = await t.given.user('owner', { role: 'owner' })
  const now = t.clock.now() / 1000
  await t.as(owner).call(createInviteLink, {})
  await t.as(owner).call(createInviteLink, { invite_expires_in_minutes: 5 })
  await t.as(owner).call(createInviteLink, { invite_expires_in_minutes: null })
  const dates = async () => (await t.as(owner).call(getInvites, {})).invites.map((one) => one.expiry_date)
  expect(await dates()).toEqual([now + 30 * 60, now + 5 * 60, null])
  t.clock.advance({ minutes: 5 })
  expect(await dates()).toEqual([now + 30 * 60, null])
  for (const invite_expires_in_minutes of [0, -1]) {
    const refusal = await t.as(owner).refusal(createInviteLink, { invite_expires_in_minutes })
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST' })
    expect(refusal.message).toMatch(/invite_expires_in_minutes/)
  }
})

test('null is no role', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const none = { invite_as: null as never }
  const refused = { code: 'BAD_REQUEST', message: expect.stringContaining('invite_as') }
  expect(await t.as(owner).refusal(createInviteLink, none)).toMatchObject(refused)
  const mails = { invitee_emails: 'mia@example.com', stream_ids: [], ...none }
  expect(await t.as(owner).refusal(sendInvites, mails)).toMatchObject(refused)
  expect((await t.as(owner).call(getInvites, {})).invites).toEqual([])
})

test('people cannot invite to a role above their own', async () => {
  const t = await testApp()
  await letMembersInvite(t)
  const everybody = await t.given.everyRole()
  const { owner, administrator, moderator, member, guest } = roles
  const allowed = {
    owner: [owner, administrator, moderator, member, guest],
    administrator: [administrator, moderator, member, guest],
    moderator: [moderator, member, guest],
    member: [member, guest],
    guest: [],
  } as const
  for (const [name, mayInvite] of Object.entries(allowed)) {
    const client = t.as(everybody[name as keyof typeof roles])
    const refused = Object.values(roles).filter((role) => !mayInvite.some((one) => one === role))
    for (const invite_as of mayInvite) await client.call(createInviteLink, { invite_as })
    for (const invite_as of refused)
      expect(await client.refusal(createInviteLink, { invite_as })).toMatchObject({ code: 'BAD_REQUEST' })
  }
  const unknown = await t.as(everybody.owner).refusal(createInviteLink, { invite_as: 500 as 400 })
  expect(unknown.message).toMatch(/invite_as/)
})

test('without permission there is no link', async () => {
  const t = await testApp()
  const { moderator, member, guest } = await t.given.everyRole()
  for (const user of [moderator, member])
    expect(await t.as(user).refusal(createInviteLink, {})).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Insufficient permission',
    })
  expect(await t.as(guest).refusal(createInviteLink, {})).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Not allowed for guest users',
  })
  const bot = await t.given.bot('robot', member)
  expect((await t.as(bot).refusal(createInviteLink, {})).message).toMatch(/bot requests/)
})

test('a link gives only channels that the caller can access', async () => {
  const t = await testApp()
  await letMembersInvite(t)
  const { administrator, member, owner } = await t.given.everyRole()
  const secret = await t.given.channel([owner], { invite_only: true })
  const open = await t.given.channel([owner])
  const foreign = await testApp()
  const elsewhere = await foreign.given.channel([await foreign.given.user('stranger')])
  for (const id of [secret.id, elsewhere.id, 999_999]) {
    const refusal = await t.as(member).refusal(createInviteLink, { stream_ids: [open.id, id] })
    expect(refusal).toMatchObject({
      code: 'BAD_REQUEST',
      message: `Invalid channel ID ${id}. No invites were sent.`,
    })
  }
  await t.as(member).call(createInviteLink, { stream_ids: [open.id] })
  await t.as(owner).call(createInviteLink, { stream_ids: [secret.id] })
  expect((await t.as(administrator).call(getInvites, {})).invites).toHaveLength(2)
})

test('a caller who may not subscribe others invites to default channels only', async () => {
  const t = await testApp()
  await letMembersInvite(t, { can_add_subscribers_group: t.directory.systemGroup('role:nobody').id })
  const { member } = await t.given.everyRole()
  const channel = await t.given.channel([member])
  const general = t.directory.channelByName('general')
  const elsewhere = await t.given.channel([member], { invite_only: true })
  for (const stream_ids of [[elsewhere.id], [general?.id ?? 0, channel.id]])
    expect((await t.as(member).refusal(createInviteLink, { stream_ids })).code).toBe('BAD_REQUEST')
  const refusal = await t.as(member).refusal(createInviteLink, { stream_ids: [channel.id] })
  expect(refusal).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'You do not have permission to subscribe other users to channels.',
  })
  await t.as(member).call(createInviteLink, {
    stream_ids: [general?.id ?? 0],
    include_realm_default_subscriptions: true,
  })
})

test('groups of a link must exist, and not be system groups', async () => {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  for (const id of [999_999, t.directory.systemGroup('role:owners').id]) {
    const refusal = await t.as(owner).refusal(createInviteLink, { group_ids: [id] })
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', message: `Invalid user group ID: ${id}` })
  }
})

test('a link gives only groups that the caller may add others to', async () => {
  const t = await testApp()
  await letMembersInvite(t)
  const { owner, member } = await t.given.everyRole()
  const members = t.directory.systemGroup('role:members').id
  const group = async (name: string, settings: Partial<Input<typeof createUserGroup>> = {}) =>
    (await t.as(owner).call(createUserGroup, { name, description: '', members: [], ...settings })).group_id
  // The right to join a group does not include adding others.
  for (const id of [await group('closed'), await group('joinable', { can_join_group: members })])
    expect(await t.as(member).refusal(createInviteLink, { group_ids: [id] })).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Insufficient permission',
    })
  for (const permission of ['can_add_members_group', 'can_manage_group']) {
    const id = await group(permission, { [permission]: members })
    await t.as(member).call(createInviteLink, { group_ids: [id] })
    await t.as(owner).call(deactivateUserGroup, { user_group_id: id })
    expect(await t.as(owner).refusal(createInviteLink, { group_ids: [id] })).toMatchObject({
      message: `Invalid user group ID: ${id}`,
    })
  }
  expect((await t.as(owner).call(getInvites, {})).invites).toHaveLength(2)
})

test('the welcome text is counted in code points', async () => {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  const longest = '😀'.repeat(limits.maxWelcomeMessageLength)
  await t.as(owner).call(createInviteLink, { welcome_message_custom_text: longest })
  const refusal = await t.as(owner).refusal(createInviteLink, { welcome_message_custom_text: `${longest}!` })
  expect(refusal.message).toBe('welcome_message_custom_text is too long (limit: 8000 characters)')
})

test('a revoked link disappears from the list, and revoking it again is refused', async () => {
  const t = await testApp()
  await letMembersInvite(t)
  const { owner, administrator, member, moderator } = await t.given.everyRole()
  await t.as(member).call(createInviteLink, {})
  await t.as(owner).call(createInviteLink, { invite_as: 100 })
  const [first, second] = (await t.as(owner).call(getInvites, {})).invites.map((one) => one.id)
  if (first === undefined || second === undefined) throw new Error('Two links were made')
  expect((await t.as(moderator).refusal(revokeInviteLink, { invite_id: first })).message).toBe(
    'Insufficient permission',
  )
  expect((await t.as(administrator).refusal(revokeInviteLink, { invite_id: second })).message).toBe(
    'Insufficient permission',
  )
  await converge(t, [member, administrator], () =>
    t.as(administrator).call(revokeInviteLink, { invite_id: first }),
  )
  expect((await t.as(member).call(getInvites, {})).invites).toEqual([])
  expect((await t.as(administrator).refusal(revokeInviteLink, { invite_id: first })).message).toBe(
    'Invitation has already been revoked',
  )
  expect((await t.as(owner).refusal(revokeInviteLink, { invite_id: 999_999 })).message).toBe(
    'No such invitation',
  )
})
