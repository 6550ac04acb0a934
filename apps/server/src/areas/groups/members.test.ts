import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { expect, test } from 'vitest'
import { updateUser } from '#store/people/users.ts'
import { testApp } from '#test/app.ts'

test('deactivated users are left out of members and settings', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { group_id } = await t.as(iris).call(createUserGroup, {
    name: 'designers',
    description: '',
    members: [iris.id, otto.id],
    can_join_group: { direct_members: [iris.id, otto.id], direct_subgroups: [] },
  })
  await t.app.services.data.transact(t.organizationId, (tx) => updateUser(tx, otto.id, { is_active: 0 }))
  const { user_groups } = await t.as(iris).call(getUserGroups, {})
  expect(user_groups.find((group) => group.id === group_id)).toMatchObject({
    members: [iris.id],
    can_join_group: { direct_members: [iris.id], direct_subgroups: [] },
  })
})
