import { expect, test } from 'vitest'
import { missingFields } from './missing-fields.ts'

const field = (id: number, parts: object = {}) => ({
  id,
  name: `Field ${id}`,
  required: true,
  editable_by_user: true,
  ...parts,
})

test('required fields are missing if they are empty and the reader may fill them in', () => {
  const state = {
    user_id: 8,
    realm_users: [
      { user_id: 8, profile_data: { 1: { value: 'Berlin' }, 2: { value: '' } } },
      { user_id: 9, profile_data: {} },
    ],
    custom_profile_fields: [
      field(1),
      field(2),
      field(3),
      field(4, { required: false }),
      field(5, { editable_by_user: false }),
    ],
  } as never
  expect(missingFields(state).map(({ id }) => id)).toEqual([2, 3])
  expect(missingFields(state)).toBe(missingFields(state))
  expect(missingFields(undefined)).toEqual([])
})
