import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { effectOf } from './effect.ts'

const group = (id: number, name: string, members: number[], direct_subgroup_ids: number[] = []) => ({
  id,
  name,
  is_system_group: name.startsWith('role:'),
  members,
  direct_subgroup_ids,
})
const state = {
  realm_users: [
    { user_id: 10, full_name: 'Iris', is_guest: false },
    { user_id: 11, full_name: 'Otto', is_guest: false },
    { user_id: 12, full_name: 'Gus', is_guest: true },
  ],
  realm_user_groups: [
    group(1, 'role:everyone', [12], [2]),
    group(2, 'role:members', [10, 11]),
    group(3, 'leads', [10], [4]),
    group(4, 'inner', [12]),
  ],
} as unknown as State

test('people gain and lose a permission, through groups too', () => {
  expect(effectOf(state, 2, 3, { mayBeGuests: true })).toEqual({
    gain: ['Gus'],
    lose: ['Otto'],
    newcomersGain: false,
    newcomersLose: true,
    guestsGain: false,
    guestsLose: false,
  })
})

test('who comes later is thought of: a group by role takes them in', () => {
  const effect = effectOf(state, 3, 1, { mayBeGuests: true })
  expect(effect).toMatchObject({ gain: ['Otto'], newcomersGain: true, guestsGain: true })
})

test('guests are left out where they cannot have a permission', () => {
  expect(effectOf(state, 2, 3, { mayBeGuests: false })).toMatchObject({ gain: [], guestsGain: false })
})
