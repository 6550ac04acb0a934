import { createHash } from 'node:crypto'
import { addRealmDomain } from '@tagma/contract/endpoints/domains/add-realm-domain.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { deactivateOwnUser } from '@tagma/contract/endpoints/users/deactivate-own-user.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { getUserByEmail } from '@tagma/contract/endpoints/users/get-user-by-email.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { reactivateUser } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { regenerateOwnApiKey } from '@tagma/contract/endpoints/users/regenerate-own-api-key.ts'
import { updateUserByEmail } from '@tagma/contract/endpoints/users/update-user-by-email.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { type Role, roles } from '@tagma/contract/objects/user.ts'
import { expect, test } from 'vitest'
import { findMessages } from '#store/messages.ts'
import { updateUser as updateUserRow } from '#store/users.ts'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { isSystemBot } from './present.ts'

const grant = (t: TestApp, user: Account) =>
  t.app.services.transact(t.organizationId, (tx) => updateUserRow(tx, user.id, { can_create_users: 1 }))

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const newcomer = { email: 'nina@example.com', password: 'correct horse', full_name: 'Nina' }

test('an administrator with the permission makes an account, which works and which everybody sees', async () => {
  const t = await testApp()
  const { administrator, member, guest } = await t.given.everyRole()
  expect(await t.as(administrator).refusal(createUser, newcomer)).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'User not authorized to create users',
  })
  await grant(t, administrator)
  let id = 0
  await converge(t, [administrator, member, guest], async () => {
    id = (await t.as(administrator).call(createUser, newcomer)).user_id
  })
  const signedIn = await t.as().call(fetchApiKey, { username: newcomer.email, password: newcomer.password })
  expect(signedIn.user_id).toBe(id)
})

test('somebody made by others counts as joined at the first sign-in', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  await grant(t, administrator)
  const { user_id } = await t.as(administrator).call(createUser, newcomer)
  const joined = async () => (await t.as(member).call(getUser, { user_id })).user.date_joined
  const made = await joined()
  t.clock.advance({ days: 2 })
  const signIn = () => t.as().call(fetchApiKey, { username: newcomer.email, password: newcomer.password })
  await converge(t, [member], signIn)
  expect(Date.parse(await joined()) - Date.parse(made)).toBe(2 * 24 * 3600 * 1000)
  t.clock.advance({ days: 2 })
  const received = await converge(t, [member], signIn)
  expect(received.get(member.id)).toEqual([])
})

test.each([
  [{ ...newcomer, email: 'MEMBER@example.com' }, "Email 'MEMBER@example.com' already in use"],
  [{ ...newcomer, email: 'nobody' }, 'Enter a valid email address.'],
  [{ ...newcomer, password: 'short' }, 'Choose a password of at least 6 characters.'],
  [{ ...newcomer, full_name: '' }, 'Enter a name without'],
])('%j cannot be made', async (account, message) => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  await grant(t, administrator)
  expect(await t.as(administrator).refusal(createUser, account)).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    message: expect.stringContaining(message),
  })
  await grant(t, member)
  expect(await t.as(member).refusal(createUser, newcomer)).toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  })
})

test('a user has every field of the specification', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bot = await t.given.bot('beep', iris)
  const person = {
    user_id: iris.id,
    delivery_email: 'iris@example.com',
    email: 'iris@example.com',
    full_name: 'iris',
    date_joined: new Date(t.clock.now()).toISOString().replace('.000Z', '+00:00'),
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: 400,
    timezone: '',
    avatar_url: null,
    avatar_version: 1,
    is_imported_stub: false,
  }
  expect((await t.as(otto).call(getUser, { user_id: iris.id })).user).toEqual(person)
  const full = await t
    .as(otto)
    .call(getUser, { user_id: iris.id, client_gravatar: false, include_custom_profile_fields: true })
  expect(full.user).toEqual({
    ...person,
    profile_data: {},
    avatar_url: `https://secure.gravatar.com/avatar/${md5('iris@example.com')}?d=identicon&version=1`,
  })
  const { user } = await t.as(otto).call(getUser, { user_id: bot.id, include_custom_profile_fields: true })
  expect(user).toMatchObject({
    is_bot: true,
    bot_type: 1,
    bot_owner_id: iris.id,
    delivery_email: bot.email,
  })
  expect(user).not.toHaveProperty('profile_data')
  expect(await t.as(iris).call(getOwnUser, {})).toMatchObject({ user_id: iris.id, max_message_id: -1 })
})

test('ids of other organizations and unknown ones are refused alike', async () => {
  const t = await testApp()
  const other = await testApp()
  const { administrator } = await t.given.everyRole()
  const { mia } = await other.given.members('mia')
  for (const user_id of [mia.id, 999_999])
    for (const endpoint of [getUser, updateUser, deactivateUser, reactivateUser])
      expect(await t.as(administrator).refusal(endpoint, { user_id })).toMatchObject({
        code: 'BAD_REQUEST',
        message: 'No such user',
      })
  for (const email of [mia.email, `user${mia.id}@tagma.invalid`, 'x'])
    expect(await t.as(administrator).refusal(getUserByEmail, { email })).toMatchObject({
      message: 'No such user',
    })
})

test('users can be listed, all or some, and found by email address', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const ids = async (user_ids?: number[]) =>
    (await t.as(iris).call(getUsers, { user_ids })).members.map((user) => user.user_id)
  expect(await ids()).toEqual([iris.id, otto.id])
  expect(await ids([otto.id, 999_999])).toEqual([otto.id])
  const { user } = await t.as(iris).call(getUserByEmail, { email: 'Otto@example.com' })
  expect(user.user_id).toBe(otto.id)
})

test.each([
  [1, 100, 200, 300, 400, 600],
  [2, 100, 200, 300, 400],
  [5, 100, 200, 300],
  [3, 100, 200],
  [4],
] as const)(
  'with visibility %j an email address is seen by those roles only',
  async (visibility, ...seers) => {
    const t = await testApp()
    const everyone = await t.given.everyRole()
    const { iris } = await t.given.members('iris')
    await converge(t, [iris, ...Object.values(everyone)], () =>
      t.as(iris).call(updateSettings, { email_address_visibility: visibility }),
    )
    const fake = visibility === 1 ? iris.email : `user${iris.id}@tagma.invalid`
    const isSeer = (name: string) => (seers as readonly number[]).includes(roles[name as keyof typeof roles])
    for (const [name, viewer] of Object.entries(everyone)) {
      const { user } = await t.as(viewer).call(getUser, { user_id: iris.id })
      expect([user.email, user.delivery_email]).toEqual([fake, isSeer(name) ? iris.email : null])
      expect(user.avatar_url === null).toBe(isSeer(name))
      expect((await t.as(viewer).call(getUserByEmail, { email: fake })).user.user_id).toBe(iris.id)
    }
    for (const [, viewer] of Object.entries(everyone).filter(([name]) => !isSeer(name)))
      expect(await t.as(viewer).refusal(getUserByEmail, { email: iris.email })).toMatchObject({
        message: 'No such user',
      })
    const ownName = { ...iris, email: fake }
    expect((await t.as(ownName).call(getOwnUser, {})).delivery_email).toBe(iris.email)
  },
)

test('administrators change name and email address, and everybody learns of it', async () => {
  const t = await testApp()
  const { owner, administrator, member, guest } = await t.given.everyRole()
  const change = { full_name: 'Mia Member', new_email: 'mia@example.com' }
  await converge(t, [administrator, guest], () =>
    t.as(administrator).call(updateUser, { user_id: member.id, ...change }),
  )
  const renamed = { ...member, email: change.new_email }
  expect(await t.as(renamed).call(getOwnUser, {})).toMatchObject({
    full_name: change.full_name,
    email: change.new_email,
    delivery_email: change.new_email,
  })
  await t.as(administrator).call(updateUserByEmail, { email: change.new_email, full_name: 'Mia' })
  expect(t.directory.users.get(member.id)?.fullName).toBe('Mia')
  expect(
    await t.as(administrator).refusal(updateUser, { user_id: guest.id, new_email: 'MIA@example.com' }),
  ).toMatchObject({ message: "Email 'MIA@example.com' already in use" })
  for (const caller of [renamed, guest])
    expect(await t.as(caller).refusal(updateUser, { user_id: guest.id, full_name: 'X' })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
  await t.given.settings({ emails_restricted_to_domains: true })
  await t.as(owner).call(addRealmDomain, { domain: 'weavers.example', allow_subdomains: false })
  expect(
    await t.as(administrator).refusal(updateUser, { user_id: guest.id, new_email: 'g@elsewhere.example' }),
  ).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('elsewhere.example') })
  await t.as(administrator).call(updateUser, { user_id: guest.id, new_email: 'g@weavers.example' })
  expect(t.directory.users.get(guest.id)?.deliveryEmail).toBe('g@weavers.example')
})

test('roles are given by administrators, that of owner by owners only', async () => {
  const t = await testApp()
  const { owner, administrator, moderator, member, guest } = await t.given.everyRole()
  for (const role of [200, 300, 600, 400] as Role[]) {
    await converge(t, [owner, administrator, guest], () =>
      t.as(administrator).call(updateUser, { user_id: member.id, role }),
    )
    expect((await t.as(member).call(getOwnUser, {})).role).toBe(role)
  }
  const refusals: [Account, number, Role][] = [
    [administrator, member.id, 100],
    [administrator, owner.id, 400],
    [moderator, member.id, 600],
    [member, member.id, 200],
  ]
  for (const [caller, user_id, role] of refusals)
    expect(await t.as(caller).refusal(updateUser, { user_id, role })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
  expect(await t.as(owner).refusal(updateUser, { user_id: member.id, role: 500 as Role })).toMatchObject({
    code: 'BAD_REQUEST',
  })
  await t.as(owner).call(updateUser, { user_id: member.id, role: 100 })
  expect((await t.as(member).call(getOwnUser, {})).is_owner).toBe(true)
})

test('somebody with a new role has to register anew', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  const { queue_id } = await t.as(member).call(registerQueue, {})
  await t.as(owner).call(updateUser, { user_id: member.id, role: 600 })
  expect(
    await t.as(member).refusal(getEvents, { queue_id: queue_id ?? '', last_event_id: -1 }),
  ).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
})

test('an organization never loses its only owner, not even when two leave at once', async () => {
  const t = await testApp()
  const { owner, administrator } = await t.given.everyRole()
  expect(await t.as(owner).refusal(updateUser, { user_id: owner.id, role: 200 })).toMatchObject({
    message: 'The owner permission cannot be removed from the only organization owner.',
  })
  expect(await t.as(owner).refusal(deactivateOwnUser, {})).toMatchObject({
    status: 400,
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    message: 'Cannot deactivate the only organization owner.',
    fields: { is_last_owner: true, entity: 'organization owner' },
  })
  expect(await t.as(administrator).refusal(deactivateUser, { user_id: owner.id })).toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  })
  await t.as(owner).call(updateUser, { user_id: administrator.id, role: 100 })
  const outcomes = await Promise.allSettled([
    t.as(owner).call(updateUser, { user_id: owner.id, role: 400 }),
    t.as(administrator).call(deactivateOwnUser, {}),
  ])
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('the only user cannot leave', async () => {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  const others = [...t.directory.users.values()].filter((user) => user.id !== owner.id && !isSystemBot(user))
  for (const { id } of others) await t.as(owner).call(deactivateUser, { user_id: id })
  expect(await t.as(owner).refusal(deactivateOwnUser, {})).toMatchObject({
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    message: 'Cannot deactivate the only user.',
    fields: { is_last_owner: false, entity: 'user' },
  })
  expect((await t.as(owner).call(getOwnUser, {})).is_active).toBe(true)
})

test('everybody learns whether they may invite people, and when that changes', async () => {
  const t = await testApp()
  const { owner, moderator, member, guest } = await t.given.everyRole()
  const mayInvite = async (user: Account) =>
    (await t.as(user).call(registerQueue, { fetch_event_types: ['realm_user'] })).can_invite_others_to_realm
  const outcomes = () => Promise.all([owner, moderator, member, guest].map(mayInvite))
  expect(await outcomes()).toEqual([true, true, true, false])
  await converge(t, [owner, moderator, member, guest], () =>
    t.as(owner).call(updateRealm, {
      can_invite_users_group: {
        new: { direct_members: [guest.id, member.id], direct_subgroups: [] },
      },
    }),
  )
  expect(await outcomes()).toEqual([false, false, true, false])
})

test('a deactivated user is out at once, with their bots, until they are reactivated', async () => {
  const t = await testApp()
  const { administrator, member, moderator } = await t.given.everyRole()
  const bot = await t.given.bot('beep', member)
  const { queue_id } = await t.as(member).call(registerQueue, {})
  const received = await converge(t, [administrator, moderator], () =>
    t.as(administrator).call(deactivateUser, { user_id: member.id }),
  )
  // The lists of subscribers are right before the user is gone.
  expect(
    received
      .get(moderator.id)
      ?.flatMap(({ type, op }) => (type === 'user_group' ? [] : [`${type} ${String(op)}`])),
  ).toEqual(['realm_user update', 'subscription peer_remove', 'realm_user update'])
  for (const gone of [member, bot])
    expect(await t.as(gone).refusal(getOwnUser, {})).toMatchObject({
      status: 401,
      code: 'USER_DEACTIVATED',
    })
  expect(
    await t.as().refusal(fetchApiKey, { username: member.email, password: 'password of member' }),
  ).toMatchObject({ code: 'USER_DEACTIVATED' })
  const { user } = await t.as(moderator).call(getUser, { user_id: member.id })
  expect(user.is_active).toBe(false)
  await converge(t, [administrator, moderator], () =>
    t.as(administrator).call(reactivateUser, { user_id: member.id }),
  )
  expect((await t.as(member).call(getOwnUser, {})).is_active).toBe(true)
  expect(
    await t.as(member).refusal(getEvents, { queue_id: queue_id ?? '', last_event_id: -1 }),
  ).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  for (const caller of [moderator, member])
    for (const endpoint of [deactivateUser, reactivateUser])
      expect(await t.as(caller).refusal(endpoint, { user_id: member.id })).toMatchObject({
        code: 'UNAUTHORIZED_PRINCIPAL',
      })
})

test('a deleted user keeps the messages and nothing else', async () => {
  const t = await testApp()
  const { administrator, member, moderator } = await t.given.everyRole()
  await t.as(member).call(updateSettings, { timezone: 'Europe/Berlin' })
  const bot = await t.given.bot('beep', member)
  await converge(t, [administrator, moderator], () =>
    t.as(administrator).call(deactivateUser, { user_id: member.id, actions: { delete_profile: true } }),
  )
  for (const gone of [member, bot]) {
    const { user } = await t.as(moderator).call(getUser, { user_id: gone.id })
    expect(user).toMatchObject({
      is_active: false,
      is_deleted: true,
      full_name: 'Deleted user',
      delivery_email: `deleteduser${gone.id}@tagma.invalid`,
      timezone: '',
    })
  }
  expect(await t.as(administrator).refusal(reactivateUser, { user_id: member.id })).toMatchObject({
    message: expect.stringContaining('data of this user was removed'),
  })
  const again = await t.given.user('member')
  expect(again.id).not.toBe(member.id)
})

test.each([
  ['delete_public_channel_messages', 'public'],
  ['delete_private_channel_messages', 'private'],
  ['delete_direct_messages', 'direct'],
] as const)(
  '%s takes away the messages there, of the user and their bots, and no others',
  async (action, place) => {
    const t = await testApp()
    const { administrator, member } = await t.given.everyRole()
    const bot = await t.given.bot('beep', member)
    const people = [administrator, member, bot]
    const open = await t.given.channel(people)
    const closed = await t.given.channel(people, { invite_only: true })
    const sent: { id: number; place: string; isTheirs: boolean }[] = []
    for (const sender of people)
      for (const [where, to] of [
        ['public', open],
        ['private', closed],
        ['direct', [administrator, member]],
      ] as const)
        sent.push({ id: await t.given.message(sender, to), place: where, isTheirs: sender !== administrator })
    // No event of the API says which direct conversation a deleted message was in.
    const observers = place === 'direct' ? [] : [administrator]
    await converge(t, observers, () =>
      t.as(administrator).call(deactivateUser, { user_id: member.id, actions: { [action]: true } }),
    )
    const left = new Set(
      (
        await findMessages(
          t.app.services.db,
          sent.map(({ id }) => id),
        )
      ).keys(),
    )
    const expected = sent.filter((message) => !message.isTheirs || message.place !== place)
    expect(left).toEqual(new Set(expected.map(({ id }) => id)))
  },
)

test('a new API key is the only one that works', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { api_key } = await t.as(iris).call(regenerateOwnApiKey, {})
  expect(await t.as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
  expect((await t.as({ ...iris, apiKey: api_key }).call(getOwnUser, {})).user_id).toBe(iris.id)
})
