import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { expect, test } from 'vitest'
import { pathTo } from './rights-of.ts'

const group = (id: number, name: string, members: number[], direct_subgroup_ids: number[] = []) =>
  ({ id, name, members, direct_subgroup_ids }) as UserGroup

// In a ring, as nothing forbids it.
const groups = [group(1, 'leads', [10], [2]), group(2, 'makers', [11], [3]), group(3, 'painters', [12], [1])]
const named = { direct_members: [13], direct_subgroups: [1] }

test.each([
  ['named in the setting', 13, []],
  ['in its group', 10, ['leads']],
  ['in a group within', 11, ['leads', 'makers']],
  ['two groups within', 12, ['leads', 'makers', 'painters']],
  ['nowhere', 14, undefined],
] as const)('the way to somebody who is %s', (_title, userId, path) => {
  expect(pathTo(groups, named, userId)).toEqual(path)
})

test('the shortest way is told', () => {
  expect(pathTo(groups, { direct_members: [], direct_subgroups: [1, 3] }, 12)).toEqual(['painters'])
})
