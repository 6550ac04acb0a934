import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateUserGroupSubgroups } from '@tagma/contract/endpoints/groups/update-user-group-subgroups.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

/** Returns `+` or `-` for each right to create channels: any, public, private, web-public. */
async function rightsOf(t: TestApp, user: Account): Promise<string> {
  const state = await t.as(user).call(registerQueue, { fetch_event_types: ['realm_user'] })
  const rights = [
    state.can_create_streams,
    state.can_create_public_streams,
    state.can_create_private_streams,
    state.can_create_web_public_streams,
  ]
  return rights.map((right) => (right === true ? '+' : right === false ? '-' : '?')).join('')
}

test('each role learns which kinds of channels it may create', async () => {
  const t = await testApp()
  const people = await t.given.everyRole()
  const rights = async () => {
    const found: Record<string, string> = {}
    for (const [role, user] of Object.entries(people)) found[role] = await rightsOf(t, user)
    return found
  }
  const usual = { administrator: '+++-', moderator: '+++-', member: '+++-', guest: '----' }
  expect(await rights()).toEqual({ ...usual, owner: '+++-' })
  await t.as(people.owner).call(updateRealm, { enable_spectator_access: true })
  expect(await rights()).toEqual({ ...usual, owner: '++++' })
  const everyMember = { direct_members: [people.guest.id, people.member.id], direct_subgroups: [] }
  await t.as(people.owner).call(updateRealm, { can_create_public_channel_group: { new: everyMember } })
  // Guests never create channels.
  expect(await rights()).toMatchObject({ administrator: '+-+-', member: '+++-', guest: '----' })
})

test('the right to add others to channels follows its group, and clients learn of every change', async () => {
  const t = await testApp()
  const { owner, administrator, member, guest } = await t.given.everyRole()
  const observers = [owner, administrator, member, guest]
  const rights = async () => {
    const found: unknown[] = []
    for (const user of observers)
      found.push(
        (await t.as(user).call(registerQueue, { fetch_event_types: ['realm_user'] }))
          .can_subscribe_other_users,
      )
    return found
  }
  expect(await rights()).toEqual([true, true, true, false])
  const administrators = t.directory.systemGroup('role:administrators').id
  await converge(t, observers, () =>
    t.as(owner).call(updateRealm, { can_add_subscribers_group: { new: administrators } }),
  )
  expect(await rights()).toEqual([true, true, false, false])
})

test('every change of the creation rights reaches clients, and the registration agrees', async () => {
  const t = await testApp()
  const { owner, administrator, member, guest } = await t.given.everyRole()
  const observers = [owner, administrator, member, guest]
  const make = async (name: string, members: number[]) =>
    (await t.as(owner).call(createUserGroup, { name, description: '', members })).group_id
  const inner = await make('inner', [])
  const outer = await make('outer', [administrator.id])
  await converge(t, observers, () => t.as(owner).call(updateRealm, { enable_spectator_access: true }))
  await converge(t, observers, () =>
    t.as(owner).call(updateRealm, {
      can_create_private_channel_group: { new: outer },
      can_create_public_channel_group: { new: t.directory.systemGroup('role:nobody').id },
    }),
  )
  expect(await rightsOf(t, administrator)).toBe('+-+-')
  expect(await rightsOf(t, member)).toBe('----')
  await converge(t, observers, () =>
    t.as(owner).call(updateUserGroupSubgroups, { user_group_id: outer, add: [inner] }),
  )
  await converge(t, observers, () =>
    t.as(owner).call(updateUserGroupMembers, { user_group_id: inner, add: [member.id, guest.id] }),
  )
  expect(await rightsOf(t, member)).toBe('+-+-')
  // A new role ends the queue: the client registers again.
  await t.as(owner).call(updateUser, { user_id: member.id, role: 100 })
  expect(await rightsOf(t, member)).toBe('+-++')
  await t.as(owner).call(updateUser, { user_id: guest.id, role: 400 })
  expect(await rightsOf(t, guest)).toBe('+-+-')
  await converge(t, observers, () =>
    t.as(owner).call(updateUserGroupMembers, { user_group_id: inner, delete: [member.id] }),
  )
  expect(await rightsOf(t, member)).toBe('---+')
})
