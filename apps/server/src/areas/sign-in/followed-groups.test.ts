import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { must } from '#model/must.ts'
import { TestBrowser } from '#test/browser.ts'
import { converge } from '#test/converge.ts'
import {
  corpServer,
  enter,
  followed,
  organization,
  person,
  withTwoServices,
} from '#test/identity-services.ts'

withTwoServices()

test('groups follow those at the service at each sign-in, and nobody else puts people into them', async () => {
  const { t, enterWith, namesOf, rowsOf } = await followed()
  const { otis } = await t.given.members('otis')
  await t.as(otis).call(createUserGroup, { name: 'Ours', description: '', members: [otis.id] })
  const { id } = await enterWith(['eng', 'sales-eu', 'sales-secret', 'mine', 'other', '', 7])
  expect(namesOf(id)).toEqual(['Engineering', 'sales-eu'])
  expect(t.directory.groupByName('ours')?.members).toEqual(new Set([otis.id]))
  expect(t.directory.groupByName('Engineering')).toMatchObject({ managedBy: 'idp:corp' })
  expect(await rowsOf()).toEqual(
    expect.arrayContaining(['idp idp corp group.created group', 'idp idp corp group.members group']),
  )
  const olive = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  const owner = t.as({ id: olive.id, email: olive.deliveryEmail, apiKey: olive.apiKey })
  const group = must(t.directory.groupByName('Engineering'), 'it was made')
  const refusal = await owner.refusal(updateUserGroupMembers, { user_group_id: group.id, add: [olive.id] })
  expect(refusal.msg).toContain('follow the service')
  const before = (await rowsOf()).filter((row) => row.includes('group.'))
  await enterWith(['eng', 'sales-eu'])
  expect((await rowsOf()).filter((row) => row.includes('group.'))).toEqual(before)
  await enterWith(['sales-us'])
  expect(namesOf(id)).toEqual(['sales-us'])
  // An empty list empties.
  await enterWith([])
  expect(namesOf(id)).toEqual([])
})

test('a claim that is missing changes nothing, which is noted', async () => {
  const { enterWith, namesOf, rowsOf } = await followed()
  const { id } = await enterWith(['eng', 'helpers'])
  expect((await enterWith(undefined)).role).toBe(roles.moderator)
  expect((await enterWith('eng')).role).toBe(roles.moderator)
  expect(namesOf(id)).toEqual(['Engineering'])
  expect((await rowsOf()).filter((row) => row.includes('absent'))).toEqual([
    'idp idp corp groups.absent user',
    'idp idp corp groups.absent user',
  ])
})

test('a deactivated group stays so, and people leave it all the same', async () => {
  const { t, enterWith, namesOf } = await followed()
  const { id } = await enterWith(['eng'])
  const olive = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  const group = must(t.directory.groupByName('Engineering'), 'it was made')
  await t
    .as({ id: olive.id, email: olive.deliveryEmail, apiKey: olive.apiKey })
    .call(deactivateUserGroup, { user_group_id: group.id })
  await enterWith(['eng'])
  expect(t.directory.groups.get(group.id)?.isDeactivated).toBe(true)
  await enterWith([])
  expect(namesOf(id)).toEqual([])
})

test('roles follow groups, and a role that was given here is not taken', async () => {
  const { t, enterWith, namesOf, rowsOf } = await followed()
  // A new account is made with its role: a guest is subscribed to no channel.
  const made = await enterWith(['contractors'])
  expect(made.role).toBe(roles.guest)
  expect(namesOf(made.id)).toEqual([])
  expect((await enterWith(['contractors', 'tagma-admins'])).role).toBe(roles.administrator)
  expect(await rowsOf()).toContain('idp idp corp user.role user')
  // No group gives a role any more, and the service takes the one that it gave.
  expect((await enterWith([])).role).toBe(roles.member)
  const olive = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  const owner = t.as({ id: olive.id, email: olive.deliveryEmail, apiKey: olive.apiKey })
  await owner.call(updateUser, { user_id: made.id, role: roles.administrator })
  expect((await enterWith([])).role).toBe(roles.administrator)
  await owner.call(updateUser, { user_id: made.id, role: roles.owner })
  expect((await enterWith(['contractors'])).role).toBe(roles.owner)
})

test('with OWNERS a service makes owners and unmakes them, but for the only one', async () => {
  const { t, enterWith } = await followed({ ROLES: 'bosses=owner, contractors=guest', OWNERS: 'on' })
  const made = await enterWith(['bosses'])
  expect(made.role).toBe(roles.owner)
  expect((await enterWith([])).role).toBe(roles.member)
  expect((await enterWith(['bosses'])).role).toBe(roles.owner)
  const olive = must(t.directory.userByEmail('olive@example.com'), 'there is an owner')
  await t
    .as({ id: olive.id, email: olive.deliveryEmail, apiKey: olive.apiKey })
    .call(updateUser, { user_id: olive.id, role: roles.member })
  expect((await enterWith(['contractors'])).role).toBe(roles.owner)
})

test('an account that is linked after a proof follows at once', async () => {
  const { t, namesOf } = await followed()
  const iris = await t.given.user('iris')
  const browser = new TestBrowser(t)
  await enter(browser, person({ email: iris.email, groups: ['eng', 'helpers'] }))
  const { status } = await browser.request('POST', '/accounts/login/link/', { password: 'password of iris' })
  expect(status).toBe(303)
  expect(namesOf(iris.id)).toEqual(['Engineering'])
  expect(t.directory.users.get(iris.id)?.role).toBe(roles.moderator)
})

test('who watches learns of new groups, members and roles', async () => {
  const { t, enterWith } = await followed()
  const { otis } = await t.given.members('otis')
  await enterWith([])
  await converge(t, [otis], () => enterWith(['eng', 'helpers']))
  await converge(t, [otis], () => enterWith(['sales-eu']))
})

test('an address follows that of the service only where the settings say so, and tells the former one', async () => {
  const t = await organization({ EMAIL_SYNC: 'on' })
  const sub = person({ email: 'wera@corp.example' })
  await enter(new TestBrowser(t), sub)
  const { iris } = await t.given.members('iris')
  const wera = must(t.directory.userByEmail('wera@corp.example'), 'there is an account')
  const address = async (claims: Readonly<Record<string, unknown>>) => {
    corpServer().person({ sub, email_verified: true, ...claims })
    expect((await enter(new TestBrowser(t), sub)).headers.location).toBe('/')
    return t.directory.users.get(wera.id)?.deliveryEmail
  }
  expect(await address({ email: 'new@corp.example', email_verified: false })).toBe('wera@corp.example')
  expect(await address({ email: iris.email })).toBe('wera@corp.example')
  expect(await address({})).toBe('wera@corp.example')
  expect(await address({ email: 'Huber@corp.example' })).toBe('Huber@corp.example')
  await sendMailJob.run(t.app.services, t.organizationId)
  expect(t.mails.filter(({ to }) => to === 'wera@corp.example').at(-1)?.text).toContain('Huber@corp.example')
  expect(await address({ email: 'huber@corp.example' })).toBe('Huber@corp.example')
})
