import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { chosenOf, groupsFor, isSameSetting, type Limits, settingOf } from './chosen.ts'

const group = (id: number, name: string, is_system_group = true) => ({
  id,
  name,
  is_system_group,
  deactivated: false,
})
const groups = [
  group(1, 'role:nobody'),
  group(2, 'role:everyone'),
  group(3, 'role:members'),
  group(4, 'leads', false),
] as unknown as State['realm_user_groups']

const limits: Limits = {
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: true,
  default_group_name: 'role:everyone',
  default_for_system_groups: null,
  allowed_system_groups: [],
}

test('a value is read and written as the server has it', () => {
  const several = { direct_members: [8], direct_subgroups: [4] }
  expect(chosenOf(groups, 1)).toEqual({ groupIds: [], userIds: [] })
  expect(chosenOf(groups, 3)).toEqual({ groupIds: [3], userIds: [] })
  expect(chosenOf(groups, several)).toEqual({ groupIds: [4], userIds: [8] })
  for (const setting of [1, 3, several]) expect(settingOf(groups, chosenOf(groups, setting))).toEqual(setting)
})

test('two forms of one value are the same', () => {
  expect(isSameSetting(groups, 3, { direct_members: [], direct_subgroups: [3] })).toBe(true)
  expect(isSameSetting(groups, 1, { direct_members: [], direct_subgroups: [] })).toBe(true)
  expect(isSameSetting(groups, 3, 4)).toBe(false)
})

test('only groups that the permission can have are offered', () => {
  const names = (changes: Partial<Limits>) =>
    groupsFor(groups, { ...limits, ...changes }).map(({ name }) => name)
  expect(names({})).toEqual(['role:everyone', 'role:members', 'leads'])
  expect(names({ allow_everyone_group: false, require_system_group: true })).toEqual(['role:members'])
  expect(names({ allowed_system_groups: ['role:everyone'] })).toEqual(['role:everyone', 'leads'])
})
