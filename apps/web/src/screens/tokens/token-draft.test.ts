import { scopeNames } from '@tagma/contract/scopes.ts'
import { expect, test } from 'vitest'
import {
  askedScopes,
  dayChoices,
  draftProblems,
  firstDays,
  scopeGroups,
  type TokenDraft,
  tokenArgs,
} from './token-draft.ts'

const draft: TokenDraft = {
  name: ' Weekly report ',
  botId: undefined,
  place: 'everywhere',
  writeTo: [],
  scopes: ['channels:read', 'messages:read'],
  days: 30,
}

test('every scope of the contract stands in one group', () => {
  const shown = scopeGroups.flatMap(({ scopes }) => scopes)
  expect(shown.toSorted()).toEqual([...scopeNames].toSorted())
})

test('scopes are asked for in the order of the page, and full stands for all', () => {
  expect(askedScopes(draft)).toEqual(['messages:read', 'channels:read'])
  expect(askedScopes({ ...draft, scopes: ['full', 'events'] })).toEqual(['full'])
})

test('a token for agents asks for what tools need, and for nothing else', () => {
  const scopes = ['full', 'events', 'messages:write', 'settings', 'people:write'] as const
  expect(askedScopes({ scopes, place: 'agents' })).toEqual(['messages:write'])
})

test('a draft tells what is wrong with it, by field', () => {
  expect(draftProblems(draft)).toEqual({})
  expect(draftProblems({ ...draft, name: '  ', scopes: [] })).toEqual({ name: 'missing', scopes: 'missing' })
  expect(draftProblems({ ...draft, name: 'n'.repeat(61) })).toEqual({ name: 'long' })
  expect(draftProblems({ ...draft, name: '😀'.repeat(60) })).toEqual({})
  expect(draftProblems({ ...draft, name: 'a\u0007b' })).toEqual({ name: 'lines' })
  expect(draftProblems({ ...draft, place: 'agents', scopes: ['settings'] })).toEqual({ scopes: 'missing' })
  const writeTo = Array.from({ length: 101 }, (_, at) => at)
  expect(draftProblems({ ...draft, writeTo })).toEqual({})
  expect(draftProblems({ ...draft, place: 'agents', writeTo })).toEqual({ channels: 'many' })
})

test('the ends that are offered keep to the limit of the server', () => {
  expect([dayChoices(null), firstDays(null)]).toEqual([[7, 30, 90, 365], 90])
  expect([dayChoices(30), firstDays(30)]).toEqual([[7, 30], 30])
  expect([dayChoices(400), firstDays(400)]).toEqual([[7, 30, 90, 365, 400], 90])
  expect([dayChoices(3), firstDays(3)]).toEqual([[3], 3])
})

test('what is sent leaves out what was not chosen', () => {
  expect(tokenArgs({ ...draft, days: undefined }, 1000)).toEqual({
    name: 'Weekly report',
    scopes: ['messages:read', 'channels:read'],
  })
  const forBot = { ...draft, botId: 9, days: 1, writeTo: [4], place: 'agents' } as const
  expect(tokenArgs(forBot, 1000.7)).toEqual({
    name: 'Weekly report',
    scopes: ['messages:read', 'channels:read'],
    user_id: 9,
    expires_at: 1000 + 86_400 - 60,
    write_to: [4],
  })
  expect(tokenArgs({ ...draft, writeTo: [4] }, 0)).not.toHaveProperty('write_to')
})
