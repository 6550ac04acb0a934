import { codeToNames } from '@tagma/markdown/emoji-names.ts'
import { expect, test } from 'vitest'
import { allEmoji } from '#parts/completion/emoji.ts'
import { groupsOf } from './emoji-groups.ts'

const own = [{ id: '1', name: 'party', url: '/party.png', deactivated: false }]
const groups = groupsOf(allEmoji(codeToNames(), own))
const groupWith = (name: string) =>
  groups.find(({ emoji }) => emoji.some((one) => one.names.includes(name)))?.name

test.each([
  ['party', 'own'],
  ['smile', 'faces'],
  ['thumbs_up', 'people'],
  ['dog', 'nature'],
  ['coffee', 'food'],
  ['tada', 'activities'],
  ['rocket', 'travel'],
  ['clipboard', 'objects'],
  ['heart', 'symbols'],
  ['check', 'symbols'],
])('%s is among %s', (name, group) => {
  expect(groupWith(name)).toBe(group)
})

test('every emoji is in one group', () => {
  const all = allEmoji(codeToNames(), own)
  expect(groups.reduce((count, { emoji }) => count + emoji.length, 0)).toBe(all.length)
})
