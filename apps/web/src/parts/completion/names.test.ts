import { extraEmoji } from '@tagma/markdown/emoji-names.ts'
import { expect, test } from 'vitest'
import { characterOf } from '#state/emoji-character.ts'
import { allEmoji, searchEmoji } from './emoji.ts'
import { suggestChannels, suggestTopics, suggestWords } from './names.ts'

const channel = (channelId: number, name: string, isSubscribed = true, isArchived = false) => ({
  channelId,
  name,
  detail: '',
  isSubscribed,
  isArchived,
})

test('one’s own channels come before others, and archived ones last', () => {
  const channels = [channel(1, 'desk', false), channel(2, 'old design', true, true), channel(3, 'design')]
  expect(suggestChannels(channels, 'de').map(({ insert }) => insert)).toEqual([
    '#**design** ',
    '#**desk** ',
    '#**old design** ',
  ])
})

test('topics become links to the topic', () => {
  expect(
    suggestTopics('design', ['logo', 'warm colors', 'colors', ''], 'co').map(({ insert }) => insert),
  ).toEqual(['#**design>warm colors** ', '#**design>colors** '])
  expect(suggestTopics('design', ['logo', ''], '').map(({ label }) => label)).toEqual(['logo'])
})

test('words are completed from their beginning', () => {
  const words = [
    { word: 'me', insert: '/me ' },
    { word: 'poll', insert: '/poll ' },
  ]
  expect(suggestWords(words, 'P').map(({ insert }) => insert)).toEqual(['/poll '])
})

const names = {
  '1f44d': ['thumbs_up', '+1'],
  '1f389': ['tada', 'party'],
  '1f3f7': ['tag'],
  '1f4cb': ['taxi'],
}
const own = [
  { id: '1', name: 'party', url: '/party.png', deactivated: false },
  { id: '2', name: 'gone', url: '/gone.png', deactivated: true },
]

test('an emoji of the organization hides the name, and not the other names of the same emoji', () => {
  const all = allEmoji(names, own, extraEmoji)
  expect(all.find(({ name }) => name === 'party')).toMatchObject({ type: 'realm_emoji', url: '/party.png' })
  expect(all.find(({ code }) => code === '1f389')?.names).toEqual(['tada'])
  expect(all.some(({ name }) => name === 'gone')).toBe(false)
})

test('the built-in picture is found like other emoji, unless the organization has an emoji with its name', () => {
  expect(searchEmoji(allEmoji(names, own, extraEmoji), 'zul', { recent: [], count: 5 })).toEqual([
    { name: 'zulip', code: 'zulip', type: 'service_extra_emoji', names: ['zulip'], url: extraEmoji.url },
  ])
  const taken = [{ id: '3', name: 'zulip', url: '/own.png', deactivated: false }]
  expect(
    allEmoji(names, taken, extraEmoji)
      .filter(({ name }) => name === 'zulip')
      .map(({ type }) => type),
  ).toEqual(['realm_emoji'])
})

test('emoji used lately come first, then popular ones', () => {
  const found = (query: string, recent: readonly string[] = []) =>
    searchEmoji(allEmoji(names, own, extraEmoji), query, { recent, count: 5 }).map(({ name }) => name)
  expect(found('ta')).toEqual(['tada', 'tag', 'taxi'])
  expect(found('ta', ['taxi'])).toEqual(['taxi', 'tada', 'tag'])
  expect(found('tag', ['taxi'])).toEqual(['tag'])
  expect(found('+1')).toEqual(['thumbs_up'])
})

test('an emoji of several code points is one character', () => {
  expect(characterOf('1f468-200d-1f4bb')).toBe('👨‍💻')
})
