import { scan } from '@tagma/markdown/scan.ts'
import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { lookupsOf } from './lookups.ts'
import { renderLocally } from './render-locally.ts'

// The renderer reads a few fields of each: the others are not made up.
const state = {
  realm_users: [{ user_id: 10, full_name: 'Iris Okafor' }],
  realm_non_active_users: [{ user_id: 11, full_name: 'Otto Lind' }],
  realm_user_groups: [{ id: 3, name: 'role:moderators', deactivated: false }],
  subscriptions: [{ stream_id: 5, name: 'design' }],
  never_subscribed: [{ stream_id: 6, name: 'engine' }],
  realm_emoji: { 1: { id: '1', name: 'party', source_url: '/party.png', deactivated: false } },
  realm_linkifiers: [{ id: 1, pattern: 'case (?P<id>[0-9]+)', url_template: 'https://example.com/{id}' }],
} as unknown as State

test('only the names in the text are looked up', () => {
  const found = lookupsOf(state, scan('@**otto lind** @*role:moderators* #**engine** :party:'))
  expect(found.users).toEqual([{ id: 11, name: 'Otto Lind', active: false }])
  expect(found.groups).toEqual([{ id: 3, name: 'role:moderators', label: 'Moderators', active: true }])
  expect(found.channels).toEqual([{ id: 6, name: 'engine' }])
  expect(found.emoji).toEqual([{ name: 'party', url: '/party.png' }])
  expect(lookupsOf(state, scan('nobody')).users).toEqual([])
})

test('a text is set with the names that the page knows', async () => {
  const html = await renderLocally('Warm **grey**, @**Iris Okafor**: case 7', state)
  expect(html).toContain('<strong>grey</strong>')
  expect(html).toContain('data-user-id="10"')
  expect(html).toContain('href="https://example.com/7"')
})
