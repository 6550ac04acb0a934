import { organizationPages, settingsPages } from '@tagma/contract/address.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { headingOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()
const { send } = inTopics(story)

/** An address, the first form of it, the heading that it opens, and the heading of the list beside it. */
type Row = readonly [address: string, first: string, heading: string | RegExp, list?: string | RegExp]

const hashOf = (page: Page) => page.evaluate(() => location.href.slice(location.href.indexOf('#')))

/** Opens each address from the inbox, and goes back to it. Returns addresses that are no first form afterwards. */
async function openEach(page: Page, rows: readonly Row[]): Promise<string[]> {
  const wrong: string[] = []
  for (const [address, first, heading, list] of rows) {
    await page.evaluate(() => (location.hash = '#inbox'))
    await expect.poll(() => hashOf(page)).toBe('#inbox')
    await page.evaluate((hash) => (location.hash = hash), address)
    await headingOf(page, heading).waitFor({ timeout: 20_000 }).catch(explain(address, heading))
    if (list !== undefined) {
      const title = page.getByRole('heading', { level: 2, name: list, exact: typeof list === 'string' })
      await title.first().waitFor({ timeout: 20_000 }).catch(explain(address, list))
    }
    // The server may have to say first where a message is now.
    await page.waitForURL((url) => url.hash === first, { timeout: 20_000 }).catch(() => wrong.push(address))
    await page.goBack()
    await expect.poll(() => hashOf(page), { message: `back from ${address}` }).toBe('#inbox')
  }
  return wrong
}

const explain = (address: string, expected: string | RegExp) => () => {
  throw new Error(`${address} does not open ${String(expected)}`)
}

test('every address of conversations, feeds and searches opens it, and becomes its first form', async () => {
  const { channels, people, colors } = story.world
  const { iris, otto, mia } = people
  await story.world.send('otto', ['iris'], 'Hello, Iris')
  await story.world.send('otto', ['iris', 'mia'], 'Hello, both')
  await send('otto', 'card reader', 'It beeps.')
  const moved = await send('otto', 'old title', 'This moves')
  await otto.call(updateMessage, { message_id: moved, topic: 'new title', propagate_mode: 'change_all' })
  const empty = await send('otto', '', 'Without a title')
  const { design } = channels
  const topic = `#narrow/channel/${design}-design/topic`
  const both = `${iris.id},${otto.id}`
  const three = `${iris.id},${otto.id},${mia.id}`
  const page = await story.open('iris')
  const rows: Row[] = [
    ['#recent', '#recent', 'Analytical Engine', 'Recent'],
    ['#recent_topics', '#recent', 'Analytical Engine', 'Recent'],
    ['#feed', '#feed', 'Combined feed'],
    ['#all_messages', '#feed', 'Combined feed'],
    [`${topic}/card.20reader`, `${topic}/card.20reader`, 'card reader'],
    [`#narrow/stream/${design}-design/subject/card.20reader`, `${topic}/card.20reader`, 'card reader'],
    [`#narrow/channel/${design}/topic/card.20reader`, `${topic}/card.20reader`, 'card reader'],
    [`#narrow/stream/design/topic/card.20reader`, `${topic}/card.20reader`, 'card reader'],
    [`${topic}/colors/near/${colors[59]}`, `${topic}/colors/near/${colors[59]}`, 'colors'],
    [`${topic}/old.20title/with/${moved}`, `${topic}/new.20title/with/${moved}`, 'new title'],
    [`${topic}/old.20title/near/${moved}`, `${topic}/new.20title/near/${moved}`, 'new title'],
    [`${topic}//near/${empty}`, `${topic}//near/${empty}`, 'general chat'],
    [`${topic}/with/${empty}`, `${topic}//with/${empty}`, 'general chat'],
    [`#narrow/channel/${design}-design`, `#narrow/channel/${design}-design`, 'design', 'design'],
    [
      `#narrow/stream/${design}-design/near/${colors[5]}`,
      `#narrow/channel/${design}-design/near/${colors[5]}`,
      'design',
      'design',
    ],
    [`#topics/channel/${design}-design`, `#topics/channel/${design}-design`, 'Analytical Engine', 'design'],
    [`#narrow/dm/${both}-dm`, `#narrow/dm/${both}-dm`, 'Otto Lindqvist'],
    [`#narrow/dm/${otto.id}-Otto-Lindqvist`, `#narrow/dm/${both}-dm`, 'Otto Lindqvist'],
    [`#narrow/pm-with/${otto.id}-dm`, `#narrow/dm/${both}-dm`, 'Otto Lindqvist'],
    [`#narrow/dm/${three}-group`, `#narrow/dm/${three}-group`, /Mia Sato.*Otto Lindqvist/],
    [`#narrow/dm/${iris.id}-dm`, `#narrow/dm/${iris.id}-dm`, 'Notes to yourself'],
  ]
  expect(await openEach(page, rows)).toEqual([])
})

test('every address of a search opens it, with the conditions of today', async () => {
  const { channels, people } = story.world
  const { otto } = people
  const { design } = channels
  const page = await story.open('iris')
  const rows: Row[] = [
    ['#narrow/is/starred', '#narrow/is/starred', 'Starred messages'],
    ['#narrow/is/mentioned', '#narrow/is/mentioned', 'Mentions'],
    ['#narrow/is/private', '#narrow/is/dm', 'Direct messages', 'Direct messages'],
    [
      `#narrow/sender/${otto.id}/has/image/-channel/${design}-design`,
      `#narrow/sender/${otto.id}/has/image/-channel/${design}-design`,
      'Search',
    ],
    [
      `#narrow/from/${otto.id}/-stream/design`,
      `#narrow/sender/${otto.id}/-channel/${design}-design`,
      'Search',
    ],
    ['#narrow/search/warm.20grey/streams/public', '#narrow/search/warm.20grey/channels/public', 'Search'],
    [`#narrow/group-pm-with/${otto.id}`, `#narrow/dm-with/${otto.id}`, 'Search'],
    ['#narrow/in/home', '#narrow/-is/muted', 'Search'],
    ['#narrow/in/all', '#feed', 'Combined feed'],
  ]
  expect(await openEach(page, rows)).toEqual([])
})

const settingsHeadings: Partial<Readonly<Record<string, string>>> = {
  profile: 'Profile',
  'uploaded-files': 'Uploaded files',
  'account-and-privacy': 'Account and privacy',
  preferences: 'Preferences',
  notifications: 'Notifications',
  topics: 'Topics',
  'muted-users': 'Muted people',
  'alert-words': 'Alert words',
  'access-tokens': 'Access tokens',
  'your-bots': 'Your bots',
}

const organizationHeadings: Partial<Readonly<Record<string, string>>> = {
  'organization-profile': 'Organization: Profile',
  'organization-settings': 'Organization: Settings',
  'organization-permissions': 'Organization: Permissions',
  'auth-methods': 'Organization: Joining',
  'users/active': 'Organization: People',
  'users/deactivated': 'Organization: Deactivated',
  'users/invitations': 'Organization: Invitations',
  'emoji-settings': 'Organization: Emoji',
  'linkifier-settings': 'Organization: Linkifiers',
  'playground-settings': 'Organization: Code playgrounds',
  'default-channels-list': 'Organization: Default channels',
  'organization-level-user-defaults': 'Organization: Settings of newcomers',
  bots: 'Organization: Bots',
  'profile-field-settings': 'Organization: Profile fields',
  'data-exports-admin': 'Organization: Data exports',
  'audit-log': 'Organization: Audit log',
}

test('every address of a page opens it', async () => {
  const { design } = story.world.channels
  const page = await story.open('iris')
  const rows: Row[] = [
    ['#drafts', '#drafts', 'Later'],
    ['#scheduled', '#scheduled', 'Later'],
    ['#reminders', '#reminders', 'Later'],
    ['#to-answer', '#to-answer', 'Later'],
    ['#asked', '#asked', 'Later'],
    ['#channels/subscribed', '#channels/subscribed', 'Channels'],
    ['#channels/all', '#channels/all', 'Channels'],
    ['#streams/notsubscribed', '#channels/available', 'Channels'],
    ['#invite', '#invite', 'Invite people'],
    ['#keyboard-shortcuts', '#keyboard-shortcuts', 'Keyboard shortcuts'],
    ['#message-formatting', '#message-formatting', 'Message formatting'],
    ['#search-operators', '#search-operators', 'Search operators'],
    ['#search-filters', '#search-operators', 'Search operators'],
    ['#about-zulip', '#about-zulip', 'About Tagma'],
    ...settingsPages.map((each): Row => [
      `#settings/${each}`,
      `#settings/${each}`,
      settingsHeadings[each] ?? 'Settings',
    ]),
    ['#settings/display-settings', '#settings/preferences', 'Preferences'],
    ['#settings/devices', '#settings/notifications', 'Notifications'],
    ...organizationPages.map((each): Row => [
      `#organization/${each}`,
      `#organization/${each}`,
      organizationHeadings[each] ?? 'Organization settings',
    ]),
    ['#organization/user-list-admin', '#organization/users/active', 'Organization: People'],
    ['#organization/bot-list-admin', '#organization/bots', 'Organization: Bots'],
    ['#groups/your', '#groups/your', 'Groups'],
    ['#groups/all', '#groups/all', 'Groups'],
    [`#channels/${design}/design/general`, `#channels/${design}/design/general`, 'design'],
    [`#user/${story.world.people.otto.id}`, `#user/${story.world.people.otto.id}`, 'Otto Lindqvist'],
  ]
  expect(await openEach(page, rows)).toEqual([])
})

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
])('%s, an address that cannot be read says so, and shows the home view', async (_, size) => {
  const address = `#narrow/channel/${story.world.channels.design}/topic/.ZZ`
  const page = await story.open('iris', { path: `/${address}`, ...size })
  await page.getByRole('alert').getByText(`This address cannot be read: ${address}`).waitFor()
  await page.getByRole('region', { name: 'Conversations' }).getByRole('heading', { name: 'Inbox' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await page.evaluate(() => (location.hash = '#recent'))
  await expect.poll(() => page.getByRole('alert').filter({ hasText: 'cannot be read' }).count()).toBe(0)
})

test('the pages of help show what they tell of', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await story.open('iris', { path: '/#message-formatting', colorScheme })
    await headingOf(page, 'Message formatting').waitFor()
    await page.getByRole('cell').locator('strong', { hasText: 'bold' }).waitFor()
    await page.getByRole('textbox', { name: 'Try it here' }).fill('Warm **grey**')
    await page.locator('.message-html strong', { hasText: 'grey' }).waitFor()
    for (const title of ['Message formatting', 'Search operators', 'About Tagma', 'Keyboard shortcuts']) {
      await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: title }).click()
      await headingOf(page, title).waitFor()
      expect(await accessibilityProblems(page, 'main')).toEqual([])
    }
    await page.getByRole('link', { name: 'Search operators' }).click()
    await page.getByRole('link', { name: 'is:starred' }).click()
    await headingOf(page, 'Starred messages').waitFor()
  }
  const narrow = await story.open('iris', { path: '/#message-formatting', ...phone })
  await headingOf(narrow, 'Message formatting').waitFor()
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
