import { createChannelFolder } from '@tagma/contract/endpoints/channel-folders/create-channel-folder.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawFinger } from '#test/draw-finger.ts'
import { inTopics } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'

const story = stage()
const { unreadOf } = inTopics(story)

test('q leaves the places that fit, Enter opens the first one, and all are there again', async () => {
  const page = await story.open('iris')
  const places = page.getByRole('navigation', { name: 'Places' })
  await places.getByRole('link', { name: 'engine' }).waitFor()
  await page.locator('body').press('q')
  const filter = places.getByRole('textbox', { name: 'Filter places' })
  await filter.fill('desi')
  await expect.poll(() => places.getByRole('link', { name: 'engine' }).count()).toBe(0)
  await filter.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'design' }).waitFor()
  await places.getByRole('link', { name: 'engine' }).waitFor()
  expect(await filter.count()).toBe(0)
})

test('q also finds views, folded sections and people beyond the first ones, and says if nothing fits', async () => {
  const { people } = story.world
  await story.world.send('otto', ['iris'], 'Find me')
  for (const others of [
    ['mo'],
    ['mia'],
    ['olive'],
    ['mo', 'mia'],
    ['mo', 'olive'],
    ['mia', 'olive'],
    ['gus'],
    ['mo', 'gus'],
    ['mia', 'gus'],
  ] as const)
    await story.world.send('iris', others, 'Later than Otto')
  const page = await story.open('iris', { path: '/#inbox' })
  const places = page.getByRole('navigation', { name: 'Places' })
  const link = (name: string | RegExp) => places.getByRole('link', { name })
  await places.getByRole('button', { name: 'Direct messages' }).click()
  await page.locator('body').press('q')
  const filter = places.getByRole('textbox', { name: 'Filter places' })
  for (const name of [people.mo.name, people.otto.name, people.gus.name]) {
    await filter.fill(name.slice(0, 5))
    await link(new RegExp(`^${name}`))
      .first()
      .waitFor()
    expect(await link('Inbox').count()).toBe(0)
  }
  await filter.fill('react')
  await link('Reactions to you').waitFor()
  expect(
    await places
      .getByRole('link')
      .filter({ has: page.locator('.place-name') })
      .count(),
  ).toBe(1)
  await filter.fill('qqq')
  await places.getByText('No place has such a name.').waitFor()
  await filter.fill('react')
  await filter.press('Enter')
  await expect.poll(() => page.url()).toContain('has/reaction')
  await places.getByRole('button', { name: 'Direct messages' }).click()
  await link(/Gus Pereira/)
    .first()
    .waitFor()
})

test('a mention and a direct message elsewhere are spoken once', async () => {
  const page = await story.open('iris', {
    path: `/#narrow/channel/${story.world.channels.design}-design/topic/logo`,
  })
  await page.getByRole('article').first().waitFor()
  await page.waitForTimeout(2500)
  const spoken = (text: string) => page.getByRole('status').filter({ hasText: text })
  const mention = `@**${story.world.people.iris.name}** look`
  await story.world.send('otto', { channel: 'design', topic: 'colors' }, mention)
  await spoken('Mention in design, colors').waitFor()
  await story.world.send('mia', ['iris'], 'Lunch?')
  await spoken('Direct message from Mia Sato').waitFor()
  expect(await spoken('Mention in design').count()).toBe(0)
})

test('places offer a new channel only to people with the right to make one', async () => {
  const page = await story.open('iris', { path: '/#inbox' })
  const offer = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'New channel' })
  await offer.waitFor()
  const { people } = story.world
  const owners = { direct_members: [people.olive.id], direct_subgroups: [] }
  await people.olive.call(updateRealm, {
    can_create_public_channel_group: { new: owners },
    can_create_private_channel_group: { new: owners },
  })
  await expect.poll(() => offer.count()).toBe(0)
})

test.each([
  ['at a desk', {}, 'mia'],
  ['on a phone', phone, 'otto'],
] as const)('%s, a folder, a channel and all are marked as read from places', async (_, size, name) => {
  for (const channel of ['design', 'engine', 'square'] as const)
    await story.world.send('iris', { channel, topic: `for ${name}` }, 'Look at this')
  const page = await story.open(name, { path: '/#places', ...size })
  const places = page.getByRole('navigation', { name: 'Places' })
  const openMenu = async (of: Locator) => {
    if (size !== phone) return of.click({ button: 'right' })
    const { x, y } = (await of.boundingBox())!
    const at = { pointerType: 'touch', isPrimary: true, clientX: x + 20, clientY: y + 10 }
    await of.dispatchEvent('pointerdown', at)
  }
  const unread = (channel: 'design' | 'engine' | 'square') => unreadOf(name, `for ${name}`, channel)
  await places.getByRole('link', { name: /engine.*unread/ }).waitFor()
  await openMenu(places.getByRole('button', { name: 'Product' }))
  await page
    .getByRole('menu', { name: 'Actions for Product' })
    .getByRole('menuitem', { name: 'Mark as read' })
    .click()
  await expect.poll(() => places.getByRole('link', { name: /design.*unread|engine.*unread/ }).count()).toBe(0)
  expect(await Promise.all([unread('design'), unread('engine')])).toEqual([[], []])
  expect(await unread('square')).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => unread('engine')).toHaveLength(1)
  await expect.poll(() => unread('design')).toHaveLength(1)
  await openMenu(places.getByRole('link', { name: /square/ }))
  await page
    .getByRole('menu', { name: 'Channel actions' })
    .getByRole('menuitem', { name: 'Mark all as read' })
    .click()
  await expect.poll(() => unread('square')).toEqual([])
  await openMenu(places.getByRole('link', { name: /Inbox/ }))
  await page.getByRole('menuitem', { name: 'Mark all as read' }).click()
  await expect.poll(() => unread('design')).toEqual([])
  await expect.poll(() => places.getByRole('link', { name: /Inbox.*unread/ }).count()).toBe(0)
})

test('a folded group sums up its unread messages, unless the setting is off', async () => {
  const page = await story.open('iris')
  const places = page.getByRole('navigation', { name: 'Places' })
  await places.getByRole('button', { name: 'Product' }).click()
  const sum = places.locator('.group-head').filter({ hasText: 'Product' }).locator('.count')
  await sum.waitFor()
  expect(await sum.textContent()).toMatch(/^1\d\d/)
  await story.world.people.iris.call(updateSettings, { web_left_sidebar_unreads_count_summary: false })
  await expect.poll(() => sum.count()).toBe(0)
})

test('the inbox says that still older unread messages are not counted', async () => {
  const page = await story.openSignedOut({ path: '/login/' })
  await page.route('**/json/register', async (route) => {
    const answer = await route.fetch()
    const state = (await answer.json()) as { unread_msgs: object }
    await route.fulfill({
      json: { ...state, unread_msgs: { ...state.unread_msgs, old_unreads_missing: true } },
    })
  })
  const { email, password } = story.world.people.iris
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const note = page.getByRole('region', { name: 'Conversations' }).getByText('not counted')
  await expect.poll(() => note.count()).toBe(1)
})

test('a click on a channel opens what the setting says, beside its list', async () => {
  const { people, world } = { people: story.world.people, world: story.world }
  await world.send('otto', { channel: 'design', topic: 'newest of all' }, 'Hello')
  const page = await story.open('iris', { path: '/#inbox' })
  const places = page.getByRole('navigation', { name: 'Places' })
  const list = page.getByRole('heading', { level: 2, name: 'design' })
  const open = async () => {
    await places.getByRole('link', { name: 'Recent' }).click()
    await page.getByRole('heading', { level: 2, name: 'Recent' }).waitFor()
    await places.getByRole('link', { name: 'design' }).click()
    await list.waitFor()
  }
  await page.getByRole('region', { name: 'Conversations' }).getByText('newest of all').waitFor()
  await open()
  await page.getByRole('heading', { level: 1, name: 'newest of all' }).waitFor()
  const choose = async (web_channel_default_view: 1 | 2 | 3 | 4) => {
    await people.iris.call(updateSettings, { web_channel_default_view })
    // The page has taken in the event when it shows this name.
    await people.iris.call(updateSettings, { web_font_size_px: 15 + web_channel_default_view })
    const size = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--text-size'))
    await expect.poll(size).toBe(`${15 + web_channel_default_view}px`)
  }
  await choose(2)
  await open()
  await page.getByRole('heading', { level: 1, name: 'design', exact: true }).waitFor()
  await choose(3)
  await open()
  await expect.poll(() => page.url()).toContain('#topics/channel/')
  await choose(1)
  await page.keyboard.press('Shift+D')
  await page.getByRole('heading', { level: 2, name: 'engine' }).waitFor()
  await page.goBack()
  await list.waitFor()
})

test('the inbox stands by folder, or without folders', async () => {
  const page = await story.open('iris', { path: '/#inbox' })
  await story.world.send('otto', { channel: 'design', topic: 'for the inbox' }, 'Hello')
  const inbox = page.getByRole('region', { name: 'Conversations' })
  await inbox.getByRole('heading', { name: 'Product design' }).waitFor()
  await story.world.people.iris.call(updateSettings, { web_inbox_show_channel_folders: false })
  await inbox.getByRole('heading', { name: 'design', exact: true }).waitFor()
  expect(await inbox.getByRole('heading', { name: 'Product design' }).count()).toBe(0)
  await story.world.people.iris.call(updateSettings, { web_inbox_show_channel_folders: true })
  await inbox.getByRole('heading', { name: 'Product design' }).waitFor()
})

test('a search is kept in places under a name, and views are shown, hidden, renamed and removed', async () => {
  const path = '/#narrow/has/image'
  const [page, other] = await Promise.all([
    story.open('otto', { path }),
    story.open('otto', { path: '/#inbox' }),
  ])
  const places = (where: typeof page) => where.getByRole('navigation', { name: 'Places' })
  const link = (name: string, where = page) => places(where).getByRole('link', { name, exact: true })
  await page.getByRole('button', { name: 'Keep this search in places' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep this search in places' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pictures')
  await page.keyboard.press('Enter')
  await link('Pictures').waitFor()
  expect(await link('Pictures').getAttribute('aria-current')).toBe('page')
  await link('Pictures', other).click()
  await expect.poll(() => other.url()).toContain('#narrow/has/image')
  const act = async (name: string, entry: string) => {
    await link(name).hover()
    await places(page)
      .getByRole('button', { name: `Actions for ${name}` })
      .click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await act('Pictures', 'Rename view')
  await page.getByRole('textbox', { name: 'Name' }).fill('Inbox of pictures')
  await page.keyboard.press('Enter')
  await link('Inbox of pictures', other).waitFor()
  await act('Starred', 'Hide from places')
  await expect.poll(() => link('Starred', other).count()).toBe(0)
  await places(page).getByRole('button', { name: 'More views' }).click()
  await act('Combined feed', 'Show in places')
  await link('Combined feed', other).waitFor()
  await act('Starred', 'Show in places')
  await link('Starred', other).waitFor()
  await act('Inbox of pictures', 'Remove view')
  await expect.poll(() => link('Inbox of pictures', other).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await link('Inbox of pictures', other).waitFor()
})

test('a finger that pulls the list of places down opens the palette, and the button does the same', async () => {
  const page = await story.open('iris', { path: '/#places', ...phone })
  const row = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Recent' })
  await row.waitFor()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  // The gesture is loaded after the page.
  await expect
    .poll(async () => {
      await drawFinger(page, row, { x: 4, y: 140 })
      return palette.isVisible()
    })
    .toBe(true)
  await palette.getByRole('button', { name: 'Close' }).click()
  await drawFinger(page, row, { x: 4, y: 40 })
  expect(await palette.count()).toBe(0)
  await page.getByRole('button', { name: 'Search or go to' }).click()
  await palette.waitFor()
})

test('administrators see empty folders folded at the end, and make the first channel from there', async () => {
  const { people } = story.world
  const { channel_folder_id: id } = await people.olive.call(createChannelFolder, {
    name: 'Archive room',
    description: '',
  })
  const page = await story.open('olive', { path: '/#inbox' })
  const places = page.getByRole('navigation', { name: 'Places' })
  const folder = places.getByRole('button', { name: 'Archive room' })
  await folder.waitFor()
  expect(await folder.getAttribute('aria-expanded')).toBe('false')
  expect((await places.getByRole('heading', { level: 2 }).allTextContents()).at(-1)).toBe('Archive room')
  await folder.click()
  await places.locator(`a[href="#channels/folders/${id}/new"]`).click()
  await page.getByRole('heading', { level: 1, name: 'New channel' }).waitFor()
  await expect
    .poll(() => page.getByLabel('Folder').locator('option:checked').textContent())
    .toBe('Archive room')
  const other = await story.open('iris', { path: '/#inbox' })
  await other.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'design' }).waitFor()
  expect(await other.getByRole('button', { name: 'Archive room' }).count()).toBe(0)
})
