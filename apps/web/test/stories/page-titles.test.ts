import { expect, test } from 'vitest'
import { comesTrue } from '#test/comes-true.ts'
import { sizes, stage } from '#test/story.ts'

const story = stage()

test.each(sizes)('%s, the title of the tab names what is open', async (_, size) => {
  const { channels, people } = story.world
  const page = await story.open('iris', { path: '/#inbox', ...size })
  const titles: readonly (readonly [hash: string, title: string])[] = [
    ['#inbox', 'Inbox'],
    ['#recent', 'Recent'],
    [`#topics/channel/${channels.design}-design`, 'design'],
    ['#narrow/is/dm', 'Direct messages'],
    ['#feed', 'Combined feed'],
    ['#narrow/is/starred', 'Starred messages'],
    [`#narrow/channel/${channels.engine}-engine`, 'engine'],
    ['#narrow/sender/me/has/image', 'Search: from me and with a picture'],
    ['#settings/preferences', 'Preferences'],
    ['#settings/notifications', 'Notifications'],
    ['#organization/linkifier-settings', 'Organization: Linkifiers'],
    [`#user/${people.mia.id}`, 'Mia Sato'],
    ['#channels/all', 'Channels'],
    ['#groups/all', 'Groups'],
    ['#drafts', 'Later'],
    ['#catch-up', 'Catch up'],
    ['#keyboard-shortcuts', 'Keyboard shortcuts'],
    [`#new/topic/${channels.design}`, 'New topic in design'],
  ]
  const found: (readonly [string, string])[] = []
  for (const [hash, title] of titles) {
    await page.evaluate((address) => location.assign(address), hash)
    const named = async () => (await page.title()).replace(/^\(\d+\) /, '')
    await expect.poll(named).toContain(' – Analytical Engine')
    const isNamed = async () => (await named()) === `${title} – Analytical Engine`
    found.push([hash, (await comesTrue(isNamed)) ? title : await named()])
  }
  expect(found).toEqual(titles)
})

test('a page without an account has a title, too', async () => {
  const { channels } = story.world
  const page = await story.openSignedOut({ path: `/#narrow/channel/${channels.square}-square/topic/hello` })
  await expect.poll(() => page.title()).toBe('hello – square – Analytical Engine')
})
