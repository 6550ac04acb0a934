import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { deleteCustomProfileField } from '@tagma/contract/endpoints/profile-fields/delete-custom-profile-field.ts'
import { getCustomProfileFields } from '@tagma/contract/endpoints/profile-fields/get-custom-profile-fields.ts'
import { removeProfileData } from '@tagma/contract/endpoints/profile-fields/remove-profile-data.ts'
import { reorderCustomProfileFields } from '@tagma/contract/endpoints/profile-fields/reorder-custom-profile-fields.ts'
import { updateCustomProfileField } from '@tagma/contract/endpoints/profile-fields/update-custom-profile-field.ts'
import { updateProfileData } from '@tagma/contract/endpoints/profile-fields/update-profile-data.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import type { ProfileFieldType } from '@tagma/contract/objects/profile-field.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const editors = { vim: { text: 'Vim', order: '1' }, emacs: { text: 'Emacs', order: '2' } }
const dataOf: Partial<Record<ProfileFieldType, Record<string, unknown>>> = {
  3: editors,
  7: { subtype: 'github' },
}

const add = async (t: TestApp, user: Account, field_type: ProfileFieldType, name = `Field ${field_type}`) =>
  (await t.as(user).call(createCustomProfileField, { field_type, name, field_data: dataOf[field_type] })).id

const profileOf = async (t: TestApp, viewer: Account, user: Account) =>
  (await t.as(viewer).call(getUser, { user_id: user.id, include_custom_profile_fields: true })).user
    .profile_data

test('fields are made, changed, reordered and deleted, and everybody learns of it', async () => {
  const t = await testApp()
  const { administrator, member, guest } = await t.given.everyRole()
  const observers = [administrator, member, guest]
  const ids: number[] = []
  await converge(t, observers, async () => {
    for (const type of [1, 2, 3] as const) ids.push(await add(t, administrator, type))
  })
  const [first = 0, second = 0, third = 0] = ids
  await converge(t, observers, () =>
    t.as(administrator).call(updateCustomProfileField, {
      field_id: first,
      name: 'Phone',
      hint: 'With the country code',
      display_in_profile_summary: true,
      required: true,
      editable_by_user: false,
      use_for_user_matching: true,
    }),
  )
  await converge(t, observers, () =>
    t.as(administrator).call(reorderCustomProfileFields, { order: [third, first, second] }),
  )
  await t.as(member).call(updateProfileData, { data: [{ id: second, value: 'About **me**' }] })
  await converge(t, observers, () => t.as(administrator).call(deleteCustomProfileField, { field_id: second }))
  expect((await t.as(guest).call(getCustomProfileFields, {})).custom_fields).toEqual([
    {
      id: third,
      name: 'Field 3',
      type: 3,
      hint: '',
      field_data: JSON.stringify(editors),
      order: 1,
      required: false,
      editable_by_user: true,
    },
    {
      id: first,
      name: 'Phone',
      type: 1,
      hint: 'With the country code',
      field_data: '',
      order: 2,
      display_in_profile_summary: true,
      required: true,
      editable_by_user: false,
      use_for_user_matching: true,
    },
  ])
  expect(await profileOf(t, guest, member)).toEqual({})
})

test('each type takes its values, and texts come rendered', async () => {
  const t = await testApp()
  const { administrator, member, guest } = await t.given.everyRole()
  const id = {} as Record<ProfileFieldType, number>
  for (const type of [1, 2, 3, 4, 5, 6, 7, 8] as const) id[type] = await add(t, administrator, type)
  const data = [
    { id: id[1], value: '*short*' },
    { id: id[2], value: 'long' },
    { id: id[3], value: 'vim' },
    { id: id[4], value: '1909-04-05' },
    { id: id[5], value: 'https://example.com/iris' },
    { id: id[6], value: [guest.id, administrator.id] },
    { id: id[7], value: 'iris' },
    { id: id[8], value: 'they' },
  ]
  await converge(t, [administrator, member, guest], () => t.as(member).call(updateProfileData, { data }))
  expect(await profileOf(t, guest, member)).toEqual({
    [id[1]]: { value: '*short*', rendered_value: '<p><em>short</em></p>' },
    [id[2]]: { value: 'long', rendered_value: '<p>long</p>' },
    [id[3]]: { value: 'vim' },
    [id[4]]: { value: '1909-04-05' },
    [id[5]]: { value: 'https://example.com/iris' },
    [id[6]]: { value: `[${guest.id},${administrator.id}]` },
    [id[7]]: { value: 'iris' },
    [id[8]]: { value: 'they' },
  })
  await converge(t, [administrator, member], () =>
    t.as(member).call(removeProfileData, { data: [id[1], id[2]] }),
  )
  await converge(t, [administrator, member], () =>
    t.as(administrator).call(updateCustomProfileField, {
      field_id: id[3],
      field_data: { emacs: editors.emacs },
    }),
  )
  expect(Object.keys((await profileOf(t, guest, member)) ?? {}).map(Number)).toEqual(
    [id[4], id[5], id[6], id[7], id[8]].toSorted((a, b) => a - b),
  )
})

test.each([
  [1, 'x'.repeat(51), 'Field 1 is too long (limit: 50 characters)'],
  [2, 'x'.repeat(501), 'Field 2 is too long (limit: 500 characters)'],
  [3, 'nano', "'nano' is not a valid choice for 'Field 3'."],
  [4, '2025-02-30', 'Field 4 is not a date (YYYY-MM-DD)'],
  [5, 'javascript:alert(1)', 'Field 5 is not a URL'],
  [6, [999_999], 'Invalid user ID: 999999'],
  [6, 'me', 'Field 6 is not a list of user ids'],
  [7, 'x'.repeat(51), 'Field 7 is too long (limit: 50 characters)'],
  [8, [1], 'Field 8 is not a string'],
] as const)('a field of type %i does not take %j', async (type, value, message) => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  const id = await add(t, administrator, type)
  const data = [{ id, value: typeof value === 'string' ? value : [...value] }]
  expect(await t.as(member).refusal(updateProfileData, { data })).toMatchObject({
    code: 'BAD_REQUEST',
    message,
  })
  expect(await profileOf(t, member, member)).toEqual({})
})

test('administrators edit, for anybody, fields that users cannot', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  const id = await add(t, administrator, 1, 'Badge')
  await t.as(administrator).call(updateCustomProfileField, { field_id: id, editable_by_user: false })
  for (const refusal of [
    await t.as(member).refusal(updateProfileData, { data: [{ id, value: '7' }] }),
    await t.as(member).refusal(removeProfileData, { data: [id] }),
  ])
    expect(refusal.message).toBe(
      "You are not allowed to change the field 'Badge'. Contact an administrator to update it.",
    )
  await converge(t, [administrator, member], () =>
    t.as(administrator).call(updateUser, { user_id: member.id, profile_data: [{ id, value: '7' }] }),
  )
  expect(await profileOf(t, member, member)).toMatchObject({ [id]: { value: '7' } })
  expect(
    await t.as(member).refusal(updateProfileData, { data: [{ id: 999_999, value: 'x' }] }),
  ).toMatchObject({ message: 'Field id 999999 not found.' })
})

test.each([
  [{ field_type: 1 as const }, 'Label cannot be blank.'],
  [{ field_type: 1 as const, name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)'],
  [{ field_type: 1 as const, name: 'Y', hint: 'x'.repeat(81) }, 'hint is too long (limit: 80 characters)'],
  [{ field_type: 1 as const, name: 'TAKEN' }, 'A field with that label already exists.'],
  [{ field_type: 3 as const, name: 'L', field_data: {} }, 'Field must have at least one choice.'],
  [{ field_type: 3 as const, name: 'L', field_data: { a: 1 } }, 'field_data must give each option'],
  [
    { field_type: 3 as const, name: 'L', field_data: { a: editors.vim, b: editors.vim } },
    'Field must not have duplicate choices.',
  ],
  [{ field_type: 7 as const, name: 'A', field_data: { subtype: 'x' } }, 'field_data must name a subtype'],
  [
    { field_type: 6 as const, name: 'P', display_in_profile_summary: true },
    'Field type not supported for display in profile summary.',
  ],
  [
    { field_type: 4 as const, name: 'D', use_for_user_matching: true },
    'Field type not supported for user matching.',
  ],
])('%j makes no field', async (args, message) => {
  const t = await testApp()
  const { administrator } = await t.given.everyRole()
  await add(t, administrator, 1, 'Taken')
  expect(await t.as(administrator).refusal(createCustomProfileField, args)).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining(message),
  })
})

test('the short profile has room for two fields, and an order must name every field once', async () => {
  const t = await testApp()
  const { administrator, moderator } = await t.given.everyRole()
  const ids = [await add(t, administrator, 1, 'A'), await add(t, administrator, 2, 'B')]
  for (const field_id of ids)
    await t.as(administrator).call(updateCustomProfileField, { field_id, display_in_profile_summary: true })
  const third = { field_type: 1 as const, name: 'C', display_in_profile_summary: true }
  expect(await t.as(administrator).refusal(createCustomProfileField, third)).toMatchObject({
    message: 'Only 2 custom profile fields can be displayed in the profile summary.',
  })
  for (const order of [[], [ids[0] ?? 0], [ids[0] ?? 0, ids[0] ?? 0], [...ids, 999_999]])
    expect(await t.as(administrator).refusal(reorderCustomProfileFields, { order })).toMatchObject({
      message: expect.stringContaining('Invalid order mapping'),
    })
  for (const endpoint of [deleteCustomProfileField, updateCustomProfileField]) {
    expect(await t.as(administrator).refusal(endpoint, { field_id: 999_999 })).toMatchObject({
      message: 'Field id 999999 not found.',
    })
    expect(await t.as(moderator).refusal(endpoint, { field_id: ids[0] ?? 0 })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
  }
})

test('fields of other organizations are unknown', async () => {
  const t = await testApp()
  const other = await testApp()
  const { administrator } = await t.given.everyRole()
  const { administrator: stranger } = await other.given.everyRole()
  const id = await add(t, administrator, 1, 'Ours')
  expect(await other.as(stranger).refusal(deleteCustomProfileField, { field_id: id })).toMatchObject({
    message: `Field id ${id} not found.`,
  })
})
