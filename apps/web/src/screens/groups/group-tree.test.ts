import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { expect, test } from 'vitest'
import { isWithin, possibleSubgroups } from './group-tree.ts'

const group = (id: number, direct_subgroup_ids: number[], parts: Partial<UserGroup> = {}) =>
  ({
    id,
    name: `group ${id}`,
    direct_subgroup_ids,
    deactivated: false,
    is_system_group: parts.name?.startsWith('role:') ?? false,
    ...parts,
  }) as UserGroup

test('a group lies in those that contain it, at any depth', () => {
  const groups = [group(1, [2]), group(2, [3]), group(3, [])]
  expect(isWithin(groups, 3, 1)).toBe(true)
  expect(isWithin(groups, 1, 1)).toBe(true)
  expect(isWithin(groups, 1, 3)).toBe(false)
})

test('groups that contain a group, that it has, or that are deactivated cannot become its subgroups', () => {
  const groups = [
    group(1, [2]),
    group(2, [3]),
    group(3, []),
    group(4, []),
    group(5, [], { deactivated: true }),
    group(6, [], { name: 'role:nobody' }),
  ]
  expect(possibleSubgroups(groups, groups[1]!).map(({ id }) => id)).toEqual([4])
})

test('groups that people made are offered before those by role', () => {
  const groups = [group(1, [], { name: 'role:members' }), group(2, []), group(3, [])]
  expect(possibleSubgroups(groups, groups[2]!).map(({ id }) => id)).toEqual([2, 1])
})
