import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { removeScimClient } from '@tagma/contract/endpoints/provisioning/remove-scim-client.ts'
import { expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { converge } from '#test/converge.ts'
import { type ScimAnswer, scimScene } from '#test/scim-client.ts'

async function scene() {
  const { t, owner, okta, client } = await scimScene()
  const { iris, leo, nina } = await t.given.members('iris', 'leo', 'nina')
  /** Ids of a group's members. */
  const membersOf = async (id: string) => valuesOf(await okta.get(`/Groups/${id}`))
  return { t, owner, okta, client, iris, leo, nina, membersOf }
}

const valuesOf = ({ json }: ScimAnswer) =>
  (json.members as { readonly value: string }[]).map(({ value }) => Number(value))

test('a group is made, found, changed and removed, and everybody learns of it', async () => {
  const { t, owner, okta, iris, leo, membersOf } = await scene()
  await converge(t, [owner, iris], async () => {
    const id = await okta.group('Engineering', [iris.id], { externalId: 'g-1' })
    expect((await okta.get(`/Groups/${id}`)).json).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      id,
      externalId: 'g-1',
      displayName: 'Engineering',
      members: [
        {
          value: String(iris.id),
          display: 'iris',
          $ref: expect.stringMatching(new RegExp(`/scim/v2/Users/${iris.id}$`)),
          type: 'User',
        },
      ],
      meta: {
        resourceType: 'Group',
        created: expect.any(String),
        location: expect.stringMatching(new RegExp(`/scim/v2/Groups/${id}$`)),
      },
    })
    expect((await okta.get(`/Users/${iris.id}`)).json.groups).toMatchObject([
      { value: id, display: 'Engineering' },
    ])
    const list = await okta.get(
      '/Groups?excludedAttributes=members&filter=displayName%20eq%20%22engineering%22',
    )
    expect(list.resources).toMatchObject([{ id, displayName: 'Engineering' }])
    expect(list.resources[0]).not.toHaveProperty('members')

    const put = await okta.send('PUT', `/Groups/${id}`, {
      displayName: 'Engines',
      members: [{ value: String(leo.id) }],
    })
    expect([put.status, put.json.displayName, valuesOf(put)]).toEqual([200, 'Engines', [leo.id]])
    // Without members, they stay.
    await okta.send('PUT', `/Groups/${id}`, { displayName: 'Engine works' })
    expect(await membersOf(id)).toEqual([leo.id])

    expect((await okta.send('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect((await okta.get(`/Groups/${id}`)).status).toBe(404)
    // The client makes it again, and gets the same group.
    expect(await okta.group('Engine works', [iris.id])).toBe(id)
    expect(await membersOf(id)).toEqual([iris.id])
  })
})

/** Bodies as Okta and Entra were recorded to send them. Iris and Leo are members before, `{iris}` and so on are ids. */
const patches: [string, object, string[]][] = [
  ['Okta removes one', { op: 'remove', path: 'members[value eq "{iris}"]' }, ['leo']],
  [
    'Entra removes one by a value',
    { op: 'Remove', path: 'members', value: [{ $ref: null, value: '{iris}' }] },
    ['leo'],
  ],
  ['all go without a value', { op: 'remove', path: 'members' }, []],
  [
    'Entra adds one who is there',
    { op: 'Add', path: 'members', value: [{ $ref: null, value: '{iris}' }] },
    ['iris', 'leo'],
  ],
  ['Entra adds one', { op: 'Add', path: 'members', value: [{ value: '{nina}' }] }, ['iris', 'leo', 'nina']],
  [
    'one that is no list',
    { op: 'add', path: 'members', value: { value: '{nina}' } },
    ['iris', 'leo', 'nina'],
  ],
  ['Okta replaces all', { op: 'replace', path: 'members', value: [{ value: '{nina}' }] }, ['nina']],
  ['keys without a path', { op: 'add', value: { members: [{ value: '{nina}' }] } }, ['iris', 'leo', 'nina']],
  [
    'Okta renames with the id of the group',
    { op: 'replace', value: { id: '{group}', displayName: 'Engines' } },
    ['iris', 'leo'],
  ],
]

test.each(patches)('%s', async (_, operation, expected) => {
  const { t, okta, membersOf, ...people } = await scene()
  const { iris, leo, nina } = people
  const id = await okta.group('Engineering', [iris.id, leo.id])
  const body = JSON.stringify({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [operation],
  })
    .replaceAll('{group}', id)
    .replaceAll('{iris}', String(iris.id))
    .replaceAll('{nina}', String(nina.id))
  await converge(t, [leo], async () => {
    const { status } = await okta.send('PATCH', `/Groups/${id}`, body)
    expect(status).toBe(204)
  })
  const ids = await membersOf(id)
  expect(new Set(ids.map((one) => t.directory.users.get(one)?.fullName))).toEqual(new Set(expected))
})

test('a PATCH answers with the group where attributes are asked for, and changes all or nothing', async () => {
  const { okta, iris, leo, membersOf } = await scene()
  const id = await okta.group('Engineering', [iris.id])
  const add = { op: 'add', path: 'members', value: [{ value: String(leo.id) }] }
  const answer = await okta.send('PATCH', `/Groups/${id}?attributes=members`, { Operations: [add] })
  expect([answer.status, valuesOf(answer)]).toEqual([200, [iris.id, leo.id]])
  const broken = await okta.send('PATCH', `/Groups/${id}`, {
    Operations: [
      { op: 'remove', path: 'members' },
      { op: 'add', path: 'members', value: [{ value: '999999' }] },
    ],
  })
  expect([broken.status, broken.json.scimType]).toEqual([400, 'invalidValue'])
  expect(await membersOf(id)).toEqual([iris.id, leo.id])
})

test('Entra asks whether somebody is in a group', async () => {
  const { okta, iris, leo } = await scene()
  const id = await okta.group('Engineering', [iris.id])
  const ask = async (who: number) =>
    (await okta.get(`/Groups?filter=${encodeURIComponent(`id eq "${id}" and members eq "${who}"`)}`)).json
      .totalResults
  expect([await ask(iris.id), await ask(leo.id)]).toEqual([1, 0])
})

test('groups of people, of roles and of other clients are unknown, and their names are taken', async () => {
  const { t, owner, okta, client, iris } = await scene()
  const { group_id } = await t
    .as(owner)
    .call(createUserGroup, { name: 'manual', description: '', members: [] })
  const other = await client('Entra')
  const theirs = await other.group('Theirs', [iris.id])
  const system = t.directory.systemGroup('role:members').id
  for (const id of [group_id, theirs, system]) {
    expect((await okta.get(`/Groups/${id}`)).status).toBe(404)
    expect((await okta.send('DELETE', `/Groups/${id}`)).status).toBe(404)
  }
  expect((await okta.get('/Groups')).json.totalResults).toBe(0)
  for (const displayName of ['Manual', 'theirs', 'role:members']) {
    const { status } = await okta.send('POST', '/Groups', { displayName })
    expect([400, 409]).toContain(status)
  }
  expect((await okta.get(`/Users/${iris.id}`)).json.groups).toEqual([])
})

test('only the client decides who is in its groups, until it is removed', async () => {
  const { t, owner, okta, iris, leo } = await scene()
  const id = Number(await okta.group('Engineering', [iris.id]))
  const add = { user_group_id: id, add: [leo.id] }
  expect(await t.as(owner).refusal(updateUserGroupMembers, add)).toMatchObject({
    message: expect.stringContaining('SCIM'),
  })
  await converge(t, [iris, leo], () => t.as(owner).call(removeScimClient, { scim_client_id: okta.id }))
  expect((await okta.get('/Users')).status).toBe(401)
  await t.as(owner).call(updateUserGroupMembers, add)
  expect(t.directory.groups.get(id)?.members).toEqual(new Set([iris.id, leo.id]))
})

test('a group that a setting uses is emptied and given to the administrators', async () => {
  const { t, owner, okta, iris } = await scene()
  const id = Number(await okta.group('Engineering', [iris.id]))
  await t.as(owner).call(updateRealm, { can_create_groups: { new: id } })
  await converge(t, [owner, iris], async () => {
    expect((await okta.send('DELETE', `/Groups/${id}`)).status).toBe(204)
  })
  const group = must(t.directory.groups.get(id), 'it stays')
  expect(group).toMatchObject({ isDeactivated: false, managedBy: null, members: new Set() })
  expect(group.settings.can_manage_group).toBe(t.directory.systemGroup('role:administrators').id)
  expect((await okta.get(`/Groups/${id}`)).status).toBe(404)
})

test('somebody deactivated becomes a member and counts as one once they are back', async () => {
  const { t, owner, okta, iris, membersOf } = await scene()
  await okta.send('PATCH', `/Users/${iris.id}`, { Operations: [{ op: 'replace', value: { active: false } }] })
  const id = await okta.group('Engineering')
  await converge(t, [owner], async () => {
    await okta.send('PATCH', `/Groups/${id}`, {
      Operations: [{ op: 'Add', path: 'members', value: [{ value: String(iris.id) }] }],
    })
    await okta.send('PATCH', `/Users/${iris.id}`, {
      Operations: [{ op: 'replace', value: { active: true } }],
    })
  })
  expect(await membersOf(id)).toEqual([iris.id])
})
