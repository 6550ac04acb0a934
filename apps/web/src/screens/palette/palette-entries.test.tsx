import { expect, test } from 'vitest'
import { learn } from '#words/words.ts'
import { paletteCommands, palettePages } from './palette-entries.ts'

const state = {
  user_id: 8,
  queue_id: 'q',
  can_create_public_streams: true,
  realm_users: [{ user_id: 8, role: 400, full_name: 'Iris' }],
  realm_user_groups: [{ id: 1, name: 'role:members', members: [8], direct_subgroup_ids: [] }],
  realm_can_create_groups: 1,
  navigation_views: [
    { fragment: 'narrow/is/mentioned', is_pinned: false, name: null },
    { fragment: 'narrow/has/image/search/paper', is_pinned: true, name: 'Pictures of paper' },
  ],
}
const namesFor = (parts: object) => palettePages({ ...state, ...parts } as never).map(({ name }) => name)
const learnAll = () => learn('palette', 'settings', 'help', 'groups', 'organization')

test('the palette has views, named searches, pages that create something, and every other page', async () => {
  await learnAll()
  const names = namesFor({})
  for (const name of [
    'Mentions',
    'Followed topics',
    'Alert words',
    'Reactions to you',
    'Pictures of paper',
    'Your profile',
    'New channel',
    'New group',
    'Reminders',
    'Open questions: to answer',
    'Open questions: asked by you',
    'Invite people',
    'Organization: Permissions',
    'Organization: Audit log',
    'Settings: Preferences',
    'Search operators',
  ])
    expect(names).toContain(name)
  expect(new Set(names).size).toBe(names.length)
  expect(palettePages(state as never).find(({ name }) => name === 'Pictures of paper')?.view).toMatchObject({
    kind: 'search',
    terms: [{ operator: 'has' }, { operator: 'search' }],
  })
  expect(paletteCommands({}).map(({ name }) => name)).toContain('Drafts')
})

test('the palette offers nothing that the reader may not do or see', async () => {
  await learnAll()
  const names = namesFor({ can_create_public_streams: false, realm_can_create_groups: 2 })
  expect(names).not.toContain('New channel')
  expect(names).not.toContain('New group')
  const ofVisitor = namesFor({ queue_id: null })
  expect(ofVisitor).toContain('Search operators')
  expect(ofVisitor.filter((name) => /^(Organization|Settings):|^(Invite|Your|New)/.test(name))).toEqual([])
})
