import { codeToNames, extraEmoji } from '@tagma/markdown/emoji-names.ts'
import { expect, test } from 'vitest'
import { allEmoji, popular } from '#parts/completion/emoji.ts'
import { groupsOf } from './emoji-groups.ts'

const own = [{ id: '1', name: 'party', url: '/party.png', deactivated: false }]
const groups = groupsOf(allEmoji(codeToNames(), own, extraEmoji))
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
  ['zulip', 'symbols'],
])('%s is among %s', (name, group) => {
  expect(groupWith(name)).toBe(group)
})

test('faces begin with those that are on every keyboard', () => {
  const faces = groups.find(({ name }) => name === 'faces')?.emoji ?? []
  expect(faces[0]?.code).toBe('1f600')
  expect(faces.at(-1)?.code).toBe('263a')
})

test('every emoji is in one group', () => {
  const all = allEmoji(codeToNames(), own, extraEmoji)
  expect(groups.reduce((count, { emoji }) => count + emoji.length, 0)).toBe(all.length)
})

test('each popular emoji is known by the name that leads to it', () => {
  const names = new Set(allEmoji(codeToNames(), [], extraEmoji).map(({ name }) => name))
  expect(popular.filter((name) => !names.has(name))).toEqual([])
})
