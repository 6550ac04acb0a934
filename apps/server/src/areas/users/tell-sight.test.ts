import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('guests learn at once which people they may see from now on, and which no longer', async () => {
  const t = await testApp()
  const { owner, member, guest } = await t.given.everyRole()
  await t.given.channel([member, guest])
  const group = (name: 'role:members' | 'role:everyone') => t.directory.systemGroup(name).id
  const seen = async () => (await t.as(guest).call(getUsers, {})).members.map((user) => user.user_id)
  const setTo = (name: 'role:members' | 'role:everyone') =>
    converge(t, [owner, member, guest], async () => {
      await t.as(owner).call(updateRealm, { can_access_all_users_group: { new: group(name) } })
    })
  await setTo('role:members')
  expect(await seen()).not.toContain(owner.id)
  expect(await seen()).toContain(member.id)
  await setTo('role:everyone')
  expect(await seen()).toContain(owner.id)
})
