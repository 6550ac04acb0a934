import type { ProfileField } from '@tagma/contract/objects/profile-field.ts'
import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import type { Person } from '#state/people.ts'
import { profileValues } from './profile-values.ts'

const field = (id: number, type: ProfileField['type'], fieldData = ''): ProfileField => ({
  id,
  name: `Field ${id}`,
  type,
  hint: '',
  field_data: fieldData,
  order: id,
  required: false,
  editable_by_user: true,
})

function valuesOf(fields: readonly ProfileField[], values: Readonly<Record<string, string>>) {
  const state = {
    custom_profile_fields: fields,
    realm_users: [{ user_id: 8, full_name: 'Iris Okafor' }],
    realm_default_external_accounts: {
      github: { text: 'GitHub', name: 'GitHub', hint: '', url_pattern: 'https://github.com/%(username)s' },
    },
  } as unknown as State
  const data = Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { value }]))
  return profileValues(state, { profile_data: data } as unknown as Person)
}

test('values are shown as people read them, and empty ones are left out', () => {
  const options = JSON.stringify({ 0: { text: 'Berlin', order: '1' } })
  const fields = [field(1, 3, options), field(2, 4), field(3, 6), field(4, 1)]
  const values = valuesOf(fields, { 1: '0', 2: '1815-12-10', 3: '[8]', 4: '' })
  expect(values.map(({ text }) => text)).toEqual(['Berlin', 'December 10, 1815', 'Iris Okafor'])
})

test('accounts and links lead there, and a script leads nowhere', () => {
  const fields = [field(1, 7, '{"subtype":"github"}'), field(2, 5), field(3, 5)]
  const values = valuesOf(fields, { 1: 'a/b', 2: 'https://example.com/x', 3: 'javascript:alert(1)' })
  expect(values.map(({ link }) => link)).toEqual([
    'https://github.com/a%2Fb',
    'https://example.com/x',
    undefined,
  ])
})
