import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { isGroupOf, wayInto } from './group-ways.ts'

const group = (id: number, name: string, members: number[], direct_subgroup_ids: number[], more = {}) => ({
  id,
  name,
  members,
  direct_subgroup_ids,
  is_system_group: false,
  deactivated: false,
  ...more,
})

// A few fields of each decide: the others are not made up.
const known = {
  realm_users: [{ user_id: 10 }, { user_id: 11 }],
  realm_user_groups: [
    group(1, 'inner', [10], []),
    group(2, 'middle', [], [1]),
    group(3, 'outer', [11], [2]),
    group(4, 'empty', [], []),
    group(5, 'gone', [10], [], { deactivated: true }),
    group(6, 'role:members', [10, 11], [], { is_system_group: true }),
  ],
} as unknown as State
const named = (name: string) => known.realm_user_groups!.find((each) => each.name === name)!
const wayOf = (userId: number, name: string) => {
  const way = wayInto(known, userId, named(name))
  return typeof way === 'string' ? way : way.map((each) => each.name)
}

test('people belong to a group directly, through its subgroups at any depth, or not at all', () => {
  expect(wayOf(10, 'inner')).toBe('direct')
  expect(wayOf(10, 'middle')).toEqual(['inner'])
  expect(wayOf(10, 'outer')).toEqual(['middle'])
  expect(wayOf(11, 'outer')).toBe('direct')
  expect(wayOf(10, 'empty')).toBe('none')
})

test('groups by role and deactivated ones do not count as groups of a person', () => {
  const own = known.realm_user_groups!.filter((each) => isGroupOf(known, 10, each)).map(({ name }) => name)
  expect(own).toEqual(['inner', 'middle', 'outer'])
})
