import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { peopleIn } from './people-in.ts'

const state = {
  realm_users: [8, 9, 10, 11].map((user_id) => ({ user_id, is_bot: user_id === 11 })),
  realm_user_groups: [
    { id: 1, members: [8, 12], direct_subgroup_ids: [2] },
    { id: 2, members: [9], direct_subgroup_ids: [1] },
    { id: 3, members: [10, 11], direct_subgroup_ids: [], is_system_group: true },
    { id: 4, members: [11], direct_subgroup_ids: [], is_system_group: false },
  ],
} as unknown as State

test('people of nested groups count once, and deactivated ones not at all', () => {
  expect([...peopleIn(state, 1)].toSorted((a, b) => a - b)).toEqual([8, 9])
  expect([...peopleIn(state, { direct_members: [9, 10], direct_subgroups: [2] })]).toEqual([9, 10, 8])
  expect(peopleIn(state, { direct_members: [], direct_subgroups: [] }).size).toBe(0)
})

test('a bot counts in a group that it was put into, and not among all with a role', () => {
  expect([...peopleIn(state, 3)]).toEqual([10])
  expect([...peopleIn(state, 4)]).toEqual([11])
})
