import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { userGroupSettingNames, userGroupSettings } from '@tagma/contract/objects/user-group.ts'
import { expect, test } from 'vitest'
import { updateUser } from '#store/people/users.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'

const groupOf = async (t: TestApp, viewer: Account, id: number) =>
  (await t.as(viewer).call(getUserGroups, {})).user_groups.find((group) => group.id === id)

test.each(userGroupSettingNames)(
  '%s is set at creation in both forms, and only to an allowed value',
  async (setting) => {
    const t = await testApp()
    const { iris, otto } = await t.given.members('iris', 'otto')
    let made = 0
    const make = async (options: object) =>
      (
        await t
          .as(iris)
          .call(createUserGroup, { name: `group ${++made}`, description: '', members: [], ...options })
      ).group_id
    const refusal = async (value: unknown) => {
      const call = { name: 'refused', description: '', members: [], [setting]: value }
      const { code, message } = await t.as(iris).refusal(createUserGroup, call)
      return `${code}: ${message}`
    }
    const shown = async (options: object) => (await groupOf(t, otto, await make(options)))?.[setting]
    const other = await make({})
    const mixed = { direct_members: [iris.id, otto.id], direct_subgroups: [other] }
    expect(await shown({ [setting]: other })).toBe(other)
    expect(await shown({ [setting]: { ...mixed, direct_members: [otto.id, iris.id, otto.id] } })).toEqual(
      mixed,
    )
    expect(await shown({ [setting]: { direct_members: [], direct_subgroups: [other] } })).toBe(other)
    const { initial, forbidden } = userGroupSettings[setting]
    expect(await shown({})).toEqual(
      initial === 'group_creator'
        ? { direct_members: [iris.id], direct_subgroups: [] }
        : t.directory.systemGroup(initial).id,
    )
    for (const group of forbidden) {
      const message = `BAD_REQUEST: '${setting}' setting cannot be set to '${group}' group.`
      const { id } = t.directory.systemGroup(group)
      expect(await refusal(id)).toBe(message)
      expect(await refusal({ direct_members: [], direct_subgroups: [id] })).toBe(message)
    }
    await t.as(iris).call(deactivateUserGroup, { user_group_id: await make({ name: 'gone' }) })
    const gone = t.directory.groupByName('gone')?.id ?? 0
    expect(await refusal(gone)).toBe('BAD_REQUEST: User group is deactivated: gone')
    await t.app.services.data.transact(t.organizationId, (tx) => updateUser(tx, otto.id, { is_active: 0 }))
    expect(await refusal({ direct_members: [otto.id], direct_subgroups: [] })).toBe(
      `BAD_REQUEST: Invalid user ID: ${otto.id}`,
    )
    expect(t.directory.groupByName('refused')).toBeUndefined()
  },
)

test('members and subgroups must be active and of the organization', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const elsewhere = await testApp()
  const { stranger } = await elsewhere.given.members('stranger')
  const { group_id: foreign } = await elsewhere
    .as(stranger)
    .call(createUserGroup, { name: 'foreign', description: '', members: [] })
  await t.app.services.data.transact(t.organizationId, (tx) => updateUser(tx, otto.id, { is_active: 0 }))
  const make = { name: 'designers', description: '', members: [iris.id] }
  for (const id of [otto.id, stranger.id, 99_999])
    expect(await t.as(iris).refusal(createUserGroup, { ...make, members: [iris.id, id] })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      message: `Invalid user ID: ${id}`,
    })
  for (const id of [foreign, 99_999])
    expect(await t.as(iris).refusal(createUserGroup, { ...make, subgroups: [id] })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      message: `Invalid user group ID: ${id}`,
    })
  expect(t.directory.groupByName('designers')).toBeUndefined()
  for (const missing of ['name', 'description', 'members'] as const) {
    const { [missing]: _, ...rest } = make
    expect(await t.as(iris).refusal(createUserGroup, rest as typeof make)).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      message: `Missing '${missing}' argument`,
    })
  }
})
