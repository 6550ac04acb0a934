import { createHash } from 'node:crypto'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { getUserByEmail } from '@tagma/contract/endpoints/users/get-user-by-email.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { reactivateUser } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

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

test.each([
  ['owner', { role: 100, is_owner: true, is_admin: true, is_guest: false }],
  ['administrator', { role: 200, is_owner: false, is_admin: true, is_guest: false }],
  ['moderator', { role: 300, is_owner: false, is_admin: false, is_guest: false }],
  ['member', { role: 400, is_owner: false, is_admin: false, is_guest: false }],
  ['guest', { role: 600, is_owner: false, is_admin: false, is_guest: true }],
] as const)('what is said of the role of %s', async (role, said) => {
  const t = await testApp()
  const user = await t.given.user('somebody', { role })
  expect((await t.as(user).call(getUser, { user_id: user.id })).user).toMatchObject(said)
})

test('ids of other organizations and unknown ids are refused alike', async () => {
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

test('users are listed, all or some, and found by email address', async () => {
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
