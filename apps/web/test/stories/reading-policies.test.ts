import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { articleOf, headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'
import type { PersonName } from '#test/world.ts'

const story = stage()
const { send, open, addressOf, unreadOf, addressIn } = inTopics(story)
/** Marks are collected for a second before the server learns of them. */

const policy = (name: PersonName, value: 1 | 2 | 3) =>
  story.world.people[name].call(updateSettings, { web_mark_read_on_scroll_policy: value })
const feed = () => `/#narrow/channel/${story.world.channels.design}-design`

test('in a window without the focus, messages stay unread in the row, the title and on the server', async () => {
  const page = await open('iris', 'logo')
  await page.goto(addressOf('colors'))
  await page.goto(addressOf('logo'))
  await expect.poll(() => unreadOf('iris', 'logo')).toEqual([])
  const before = await unreadInTitle(page)
  await page.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event('blur'))
  })
  for (let count = 1; count <= 5; count++) await send('otto', 'logo', `Unseen ${count}`)
  await rowOf(page, /logo.*5 unread/).waitFor()
  expect(await unreadOf('iris', 'logo')).toHaveLength(5)
  await expect.poll(() => unreadInTitle(page)).toBe(before + 5)
  await page.evaluate(() => {
    document.hasFocus = () => true
    dispatchEvent(new Event('focus'))
  })
  await expect.poll(() => unreadOf('iris', 'logo')).toEqual([])
  await expect.poll(() => rowOf(page, /logo.*unread/).count()).toBe(0)
  await expect.poll(() => unreadInTitle(page)).toBe(before)
})

/** The number before the page's title. */
const unreadInTitle = async (page: { title(): Promise<string> }) =>
  Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0)

test('where scrolling marks conversations only, the feed of a channel marks nothing', async () => {
  await policy('mia', 2)
  const id = await send('otto', 'policy two', 'Look at this')
  const page = await story.open('mia', { path: `${feed()}/near/${id}` })
  await articleOf(page, 'Look at this').waitFor()
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true)
  await page.mouse.wheel(0, 100)
  // Longer than a message has to be seen, and marks are collected.
  await page.waitForTimeout(2500)
  expect(await unreadOf('mia', 'policy two')).toEqual([id])
  await page.goto(addressOf('policy two'))
  await headingOf(page, 'policy two').waitFor()
  await expect.poll(() => unreadOf('mia', 'policy two')).toEqual([])
})

test('where scrolling marks everything, the feed of a channel does, too', async () => {
  await policy('mo', 1)
  const id = await story.world.send('otto', { channel: 'square', topic: 'policy one' }, 'Look at this')
  const { square } = story.world.channels
  const page = await story.open('mo', { path: `/#narrow/channel/${square}-square/near/${id}` })
  await articleOf(page, 'Look at this').waitFor()
  await expect.poll(() => unreadOf('mo', 'policy one', 'square')).toEqual([])
})

test.each([
  ['at a desk', {}, 'otto'],
  ['on a phone', phone, 'mia'],
] as const)('%s, where scrolling marks nothing, the menu of the row does', async (_, size, name) => {
  await policy(name, 3)
  const id = await story.world.send('iris', { channel: 'engine', topic: `never ${name}` }, 'Look at this')
  const page = await story.open(name, { path: addressIn('engine', `never ${name}`), ...size })
  await articleOf(page, 'Look at this').waitFor()
  await page.waitForTimeout(2500)
  expect(await unreadOf(name, `never ${name}`, 'engine')).toEqual([id])
  if (size === phone) await page.goto('/#inbox')
  const row = rowOf(page, new RegExp(`never ${name}.*1 unread`))
  if (size === phone) {
    const { x, y } = (await row.boundingBox())!
    await row.dispatchEvent('pointerdown', {
      pointerType: 'touch',
      isPrimary: true,
      clientX: x + 60,
      clientY: y + 20,
    })
  } else await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Mark as read' }).click()
  await expect.poll(() => unreadOf(name, `never ${name}`, 'engine')).toEqual([])
  await page.getByRole('status').getByText('1 message marked as read').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => unreadOf(name, `never ${name}`, 'engine')).toEqual([id])
  await policy(name, 1)
})
