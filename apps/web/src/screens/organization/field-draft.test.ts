import type { ProfileField } from '@tagma/contract/objects/profile-field.ts'
import { expect, test } from 'vitest'
import { argsOf, draftOf, draftProblem, type FieldDraft, lostChoices, switchesOf } from './field-draft.ts'

const field = (more: Partial<ProfileField> = {}): ProfileField => ({
  id: 7,
  name: 'City',
  type: 3,
  hint: '',
  field_data: JSON.stringify({ 0: { text: 'Berlin', order: '2' }, 4: { text: 'Oslo', order: '1' } }),
  order: 1,
  required: false,
  editable_by_user: true,
  ...more,
})
const draft = (more: Partial<FieldDraft> = {}): FieldDraft => ({ ...draftOf(), name: 'Team', ...more })

test('choices keep their keys when they move or get another text, and new ones get keys of their own', () => {
  const { choices } = draftOf(field())
  expect(choices.map(({ text }) => text)).toEqual(['Oslo', 'Berlin'])
  const [oslo, berlin] = choices
  const next = [berlin!, { id: 9, text: ' Rome ' }, { ...oslo!, text: 'Oslo, Norway' }, { id: 10, text: '' }]
  expect(argsOf(draft({ type: 3, choices: next })).field_data).toEqual({
    0: { text: 'Berlin', order: '1' },
    5: { text: 'Rome', order: '2' },
    4: { text: 'Oslo, Norway', order: '3' },
  })
})

test('a choice that is taken away, or emptied, is counted as lost', () => {
  const now = field()
  const before = draftOf(now)
  expect(lostChoices(before, now)).toBe(0)
  expect(lostChoices({ ...before, choices: before.choices.slice(1) }, now)).toBe(1)
  expect(
    lostChoices({ ...before, choices: before.choices.map((each) => ({ ...each, text: ' ' })) }, now),
  ).toBe(2)
})

test('an account elsewhere is of a service that the server knows, or has an address of its own', () => {
  expect(argsOf(draft({ type: 7, service: 'github', urlPattern: 'x' })).field_data).toEqual({
    subtype: 'github',
  })
  const own = draft({ type: 7, service: 'custom', urlPattern: ' https://chess.example/%(username)s ' })
  expect(argsOf(own).field_data).toEqual({
    subtype: 'custom',
    url_pattern: 'https://chess.example/%(username)s',
  })
  expect(draftProblem(own, [])).toBeUndefined()
  for (const urlPattern of ['', 'https://chess.example/', 'ftp://chess.example/%(username)s'])
    expect(draftProblem({ ...own, urlPattern }, [])).toBe('organization.fields.pattern-wrong')
})

test('switches that a kind lacks are sent as off', () => {
  expect(switchesOf(6)).toEqual(['required', 'editable_by_user'])
  expect(switchesOf(7)).toContain('use_for_user_matching')
  expect(switchesOf(2)).not.toContain('use_for_user_matching')
  const args = argsOf(draft({ type: 6, display_in_profile_summary: true, use_for_user_matching: true }))
  expect([args.display_in_profile_summary, args.use_for_user_matching]).toEqual([false, false])
})

test('names, choices and the room on cards are checked before the call', () => {
  const others = [
    field({ display_in_profile_summary: true }),
    field({ id: 8, name: 'Phone', type: 1, display_in_profile_summary: true }),
  ]
  expect(draftProblem(draft({ name: ' ' }), others)).toBe('organization.fields.name-none')
  expect(draftProblem(draft({ name: 'city ' }), others)).toBe('organization.fields.name-taken')
  expect(draftProblem(draft({ type: 3 }), others)).toBe('organization.fields.choices-none')
  const twice = [
    { id: 0, text: 'A' },
    { id: 1, text: ' A' },
  ]
  expect(draftProblem(draft({ type: 3, choices: twice }), others)).toBe('organization.fields.choices-twice')
  expect(draftProblem(draft({ display_in_profile_summary: true }), others)).toBe(
    'organization.fields.summary-full',
  )
  expect(draftProblem(draft({ display_in_profile_summary: true }), others.slice(1))).toBeUndefined()
  expect(draftProblem(draft(), others)).toBeUndefined()
})
