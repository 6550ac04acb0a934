import { expect, test } from 'vitest'
import type { Person } from '#state/people.ts'
import { peopleGroups } from './people-groups.ts'

const person = (user_id: number, full_name: string, parts: Partial<Person> = {}) =>
  ({ user_id, full_name, is_active: true, is_bot: false, ...parts }) as Person
const everybody = [
  person(1, 'Otto'),
  person(2, 'Iris'),
  person(3, 'Ána'),
  person(4, 'Mia'),
  person(5, 'Gone', { is_active: false }),
  person(6, 'Build', { is_bot: true }),
]
const groups = (query = '', takingPart = [1, 2, 5, 6]) =>
  peopleGroups({
    people: new Map(everybody.map((each) => [each.user_id, each])),
    takingPart: new Set(takingPart),
    subscribers: new Set([1, 3]),
    presenceOf: (id) => (id === 1 ? 'here' : 'away'),
    query,
  }).map(({ key, people }) => [key, people.map(({ full_name }) => full_name)])

test('who takes part comes first, then the channel, then the others; present people before absent ones', () => {
  expect(groups()).toEqual([
    ['here', ['Otto', 'Build', 'Gone', 'Iris']],
    ['channel', ['Ána']],
    ['everybody', ['Mia']],
  ])
})

test('bots and people who left stand only where they took part', () => {
  expect(groups('', [])).toEqual([
    ['channel', ['Otto', 'Ána']],
    ['everybody', ['Iris', 'Mia']],
  ])
})

test('a part of a name finds people, with and without accents', () => {
  expect(groups('an')).toEqual([['channel', ['Ána']]])
  expect(groups('nobody')).toEqual([])
})
