import { beforeAll, describe, expect, test } from 'vitest'
import { stage } from '#test/story.ts'
import { problemsOf } from './page-problems.ts'
import { addHardCases, insidePages, outsidePages } from './pages.ts'

// Every page, for everybody: without findings of axe in each scheme, whole at 320 px and enlarged, at rest, with borders.

const story = stage()
beforeAll(() => addHardCases(story.world))

describe('whoever is signed in', () => {
  test.each([
    'conversation',
    'places',
    'inbox',
    'recent',
    'feed',
    'channel',
    'mentions',
    'starred',
    'search',
    'browse channels',
    'own channels',
    'new topic',
    'new direct',
    'drafts',
    'scheduled',
    'reminders',
    'invite',
    'account',
    'preferences',
    'notifications',
    'organization profile',
    'organization settings',
    'organization permissions',
    'joining',
    'people of the organization',
    'deactivated people',
    'invitations',
    'own emoji',
    'linkifiers',
    'playgrounds',
    'default channels',
    'settings of newcomers',
    'welcome',
    'unreadable',
    'palette',
    'shortcut help',
    'menu of a message',
  ])('reads the page “%s” as everybody else', async (name) => {
    const sight = insidePages(story.world).find((each) => each.name === name)!
    const page = await story.open('iris')
    expect(await problemsOf(page, sight)).toEqual([])
  })
})

test('whoever is not signed in reads every page', async () => {
  story.expectComplaint(/40[04]|410/)
  const page = await story.openSignedOut({ path: '/login/' })
  const found: string[] = []
  for (const sight of await outsidePages(story.world)) found.push(...(await problemsOf(page, sight)))
  expect(found).toEqual([])
})
