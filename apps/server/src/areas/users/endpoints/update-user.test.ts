import { addRealmDomain } from '@tagma/contract/endpoints/domains/add-realm-domain.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { updateUserByEmail } from '@tagma/contract/endpoints/users/update-user-by-email.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import type { Role } from '@tagma/contract/objects/user.ts'
import { expect, test } from 'vitest'
import { type Account, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('administrators change name and email address, and everybody learns of it', async () => {
  const t = await testApp()
  const { owner, administrator, member, guest } = await t.given.everyRole()
  await t.given.mayChangeEmails(administrator)
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

test('only owners change an owner, in any way', async () => {
  const t = await testApp()
  const { owner, administrator, member } = await t.given.everyRole()
  await t.given.mayChangeEmails(administrator)
  for (const change of [{ new_email: 'mine@example.com' }, { full_name: 'Nobody' }, { role: 400 as const }]) {
    expect(await t.as(administrator).refusal(updateUser, { user_id: owner.id, ...change })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
      message: 'Must be an organization owner',
    })
    expect(
      await t.as(administrator).refusal(updateUserByEmail, { email: owner.email, ...change }),
    ).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  }
  expect(await t.as(owner).call(getOwnUser, {})).toMatchObject({
    full_name: 'owner',
    delivery_email: owner.email,
    is_owner: true,
  })
  await t.as(owner).call(updateUser, { user_id: member.id, role: 100 })
  await t.as(member).call(updateUser, { user_id: owner.id, full_name: 'Olga' })
  expect(t.directory.users.get(owner.id)?.fullName).toBe('Olga')
})

test('changing somebody’s address needs a permission, which no role brings', async () => {
  const t = await testApp()
  const { owner, administrator, member } = await t.given.everyRole()
  for (const caller of [owner, administrator])
    for (const user_id of [member.id, caller.id])
      expect(
        await t.as(caller).refusal(updateUser, { user_id, full_name: 'New', new_email: 'mine@example.com' }),
      ).toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining('User not authorized to change user emails'),
      })
  expect(t.directory.users.get(member.id)).toMatchObject({ fullName: 'member', deliveryEmail: member.email })
  await t.as(administrator).call(updateUser, { user_id: member.id, new_email: member.email })
})

test('the bots of a user who loses rights lose them too, at once and for good', async () => {
  const t = await testApp()
  const { owner, administrator, member } = await t.given.everyRole()
  const bot = await t.given.bot('beep', administrator)
  const asleep = await t.given.bot('asleep', administrator)
  await t.as(owner).call(updateUser, { user_id: bot.id, role: 200 })
  await t.as(owner).call(updateUser, { user_id: asleep.id, role: 300 })
  await t.as(owner).call(deactivateUser, { user_id: asleep.id })
  const { queue_id } = await t.as(bot).call(registerQueue, {})
  await converge(t, [owner, member], () =>
    t.as(owner).call(updateUser, { user_id: administrator.id, role: 400 }),
  )
  expect(await t.as(bot).refusal(updateUser, { user_id: administrator.id, role: 200 })).toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  })
  expect(await t.as(bot).refusal(getEvents, { queue_id: queue_id ?? '', last_event_id: -1 })).toMatchObject({
    code: 'BAD_EVENT_QUEUE_ID',
  })
  expect(t.directory.users.get(asleep.id)?.role).toBe(400)
  await t.as(owner).call(updateUser, { user_id: administrator.id, role: 200 })
  expect(t.directory.users.get(bot.id)?.role).toBe(400)
})

test('administrators give roles, but only owners give the role of owner', async () => {
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

test('a user with a new role registers again', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  const { queue_id } = await t.as(member).call(registerQueue, {})
  await t.as(owner).call(updateUser, { user_id: member.id, role: 600 })
  expect(
    await t.as(member).refusal(getEvents, { queue_id: queue_id ?? '', last_event_id: -1 }),
  ).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
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
