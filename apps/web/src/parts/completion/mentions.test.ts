import { expect, test } from 'vitest'
import { suggestMentions, type Mentionable, type MentionSources } from './mentions.ts'

const person = (userId: number, name: string, more: Partial<Mentionable> = {}): Mentionable => ({
  userId,
  name,
  detail: '',
  aliases: [],
  avatarUrl: null,
  isBot: false,
  ...more,
})

const given = (sources: Partial<MentionSources>): MentionSources => ({
  people: [],
  groups: [],
  wildcards: [{ name: 'all', detail: '' }],
  participants: [],
  readers: new Set(),
  recent: [],
  ...sources,
})

const labels = (sources: MentionSources, query: string, isSilent = false) =>
  suggestMentions(sources, query, { isSilent }).map(({ label }) => label)

const people = [
  person(1, 'Ota Aoki'),
  person(2, 'Ottilie Sand'),
  person(3, 'Otto Lind'),
  person(4, 'Otis Reed'),
  person(5, 'Scott Otter'),
]

test('people of the conversation come first, then readers of the channel, then people one knows', () => {
  const sources = given({ people, participants: [3], readers: new Set([4]), recent: [2] })
  expect(labels(sources, 'ot')).toEqual(['Otto Lind', 'Otis Reed', 'Ottilie Sand', 'Ota Aoki', 'Scott Otter'])
})

test('a whole name is meant, wherever the person is', () => {
  expect(labels(given({ people, participants: [3, 4] }), 'ota aoki')[0]).toBe('Ota Aoki')
  expect(labels(given({ people: [person(1, 'Al'), person(2, 'Alba')], participants: [2] }), 'al')[0]).toBe(
    'Al',
  )
})

test('equal names are written with the id of the person', () => {
  const twins = given({ people: [person(7, 'Ann Lee'), person(8, 'ann lee'), person(9, 'All')] })
  const inserts = (query: string) =>
    suggestMentions(twins, query, { isSilent: false }).map(({ insert }) => insert)
  expect(inserts('ann')).toEqual(['@**Ann Lee|7** ', '@**ann lee|8** '])
  expect(inserts('all')).toContain('@**All|9** ')
})

test('a silent mention names people and groups, and never everybody', () => {
  const sources = given({ people, groups: [{ name: 'alumni', label: 'alumni', detail: '' }] })
  expect(suggestMentions(sources, 'al', { isSilent: true }).map(({ insert }) => insert)).toEqual([
    '@_*alumni* ',
  ])
  expect(labels(sources, 'al')).toEqual(['all', 'alumni'])
})

test('a group that one may not mention is shown with the reason', () => {
  const groups = [{ name: 'role:owners', label: 'Owners', detail: '', reason: 'Only owners may.' }]
  expect(suggestMentions(given({ groups }), 'own', { isSilent: false })).toMatchObject([
    { label: 'Owners', insert: '@*role:owners* ', reason: 'Only owners may.' },
  ])
})

test('a mention of everybody that the writer may not use is offered with the reason', () => {
  const wildcards = [{ name: 'all', detail: 'Everybody', reason: 'Only owners may.' }]
  expect(suggestMentions(given({ wildcards }), 'al', { isSilent: false })).toMatchObject([
    { label: 'all', insert: '@**all** ', reason: 'Only owners may.' },
  ])
})

test('addresses and profile fields find people, too', () => {
  const sources = given({
    people: [person(1, 'Iris Okafor', { aliases: ['iris@example.com', 'Typesetting'] })],
  })
  expect(labels(sources, 'typeset')).toEqual(['Iris Okafor'])
})

test('10,000 people cost a key less than a frame of work', () => {
  const many = given({
    people: Array.from({ length: 10_000 }, (_, id) => person(id, `Person ${id} Surname${id}`)),
  })
  expect(labels(many, 'surname999')).toHaveLength(8)
})
