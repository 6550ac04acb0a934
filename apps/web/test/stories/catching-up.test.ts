import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateMessageFlagsForNarrow } from '@tagma/contract/endpoints/messages/update-message-flags-for-narrow.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawFinger } from '#test/draw-finger.ts'
import { accessibilityProblems, phone, stage } from '#test/story.ts'
import type { PersonName } from '#test/world.ts'

const story = stage()

const cardOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** Marks everything as read that is there for somebody. */
const readAll = (name: PersonName) =>
  story.world.people[name].call(updateMessageFlagsForNarrow, {
    anchor: 'oldest',
    num_before: 0,
    num_after: 1000,
    narrow: [],
    op: 'add',
    flag: 'read',
  })

/** Contents of the messages that somebody has not read. */
async function unreadOf(name: PersonName): Promise<readonly string[]> {
  const { messages } = await story.world.people[name].call(getMessages, {
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
    narrow: [{ operator: 'is', operand: 'unread' }],
    apply_markdown: false,
  })
  return messages.map(({ content }) => content)
}

test('unread conversations come one after another, and each is decided on by a key', async () => {
  const { send } = story.world
  const about = (topic: string) => ({ channel: 'design', topic }) as const
  for (const text of ['Old one', 'Old two', 'Old three']) await send('iris', about('paper'), text)
  await readAll('mia')
  await send('iris', about('paper'), 'New paper')
  await send('otto', about('ink'), 'New ink')
  await send('otto', about('glue'), 'New glue')
  await send('otto', { channel: 'engine', topic: 'valves' }, 'A word, @**Mia Sato**?')
  await send('iris', ['mia'], 'Are you there?')
  const page = await story.open('mia', { path: '/#inbox' })
  await page.getByRole('link', { name: 'Catch up' }).click()
  await cardOf(page, 'Iris Okafor').getByText('Are you there?').waitFor()
  await page.getByText('1 of 5').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  // Resolving is for topics. The key does nothing else instead.
  await page.keyboard.press('x')
  await page.getByText('Only topics can be followed, muted or resolved.').waitFor()
  await page.keyboard.press(' ')
  await cardOf(page, 'valves').getByText('mentions you').waitFor()
  // New messages change neither the order nor the number.
  await send('otto', ['mia'], 'Me too')
  await send('otto', { channel: 'engine', topic: 'valves' }, 'Still there?')
  await cardOf(page, 'valves').getByText('Still there?').waitFor()
  await page.getByText('2 of 5').waitFor()
  await page.keyboard.press('u')
  await cardOf(page, 'glue').waitFor()
  await page.keyboard.press('f')
  await cardOf(page, 'glue').getByRole('button', { name: 'Unfollow' }).waitFor()
  await page.keyboard.press('e')
  await cardOf(page, 'ink').waitFor()
  await page.keyboard.press('m')
  const paper = cardOf(page, 'paper')
  await paper.getByText('New paper').waitFor()
  // Two read messages stand before the new one.
  expect(await paper.getByRole('article').count()).toBe(3)
  await paper.getByText('Old two').waitFor()
  await page.keyboard.press('x')
  await cardOf(page, '✔ paper').getByRole('button', { name: 'Reopen' }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('heading', { name: 'You are through' }).waitFor()
  await expect
    .poll(() => unreadOf('mia'))
    .toEqual(['New ink', 'A word, @**Mia Sato**?', 'Me too', 'Still there?'])
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  const rowOf = (title: RegExp) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: title }) })
  await rowOf(/valves/)
    .getByText('Kept for later')
    .waitFor()
  await rowOf(/glue/).getByRole('button', { name: 'Undo: Followed' }).click()
  await rowOf(/glue/).getByText('Followed').waitFor({ state: 'detached' })
  await rowOf(/glue/).getByRole('button', { name: 'Undo: 1 message marked as read' }).click()
  await rowOf(/glue/).waitFor({ state: 'detached' })
  await rowOf(/ink/).getByRole('button', { name: 'Undo: Muted' }).click()
  await rowOf(/ink/).waitFor({ state: 'detached' })
  await rowOf(/paper/).getByRole('button', { name: 'Undo: Resolved' }).click()
  await rowOf(/paper/).getByRole('button', { name: 'Undo: 1 message marked as read' }).click()
  await rowOf(/paper/).waitFor({ state: 'detached' })
  await expect.poll(() => unreadOf('mia')).toContain('New paper')
  // Conversations with newer messages follow.
  await page.getByRole('button', { name: '2 more came: go on' }).click()
  await cardOf(page, 'Otto Lindqvist').getByText('Me too').waitFor()
  await page.getByText('6 of 7').waitFor()
})

test('an answer is written on the card, and the settings say whether one follows it', async () => {
  await readAll('otto')
  const { otto } = story.world.people
  await otto.call(updateSettings, { web_navigate_to_sent_message: false })
  await story.world.send('iris', { channel: 'design', topic: 'lunch' }, 'Where?')
  await story.world.send('iris', { channel: 'design', topic: 'dinner' }, 'When?')
  const page = await story.open('otto', { path: '/#inbox' })
  await page.getByRole('link', { name: 'Catch up' }).waitFor()
  await page.keyboard.press('Shift+Q')
  const answer = async (title: string, text: string) => {
    await cardOf(page, title).waitFor()
    await page.keyboard.press('r')
    const box = page.getByRole('textbox', { name: `Message #design > ${title}` })
    await box.fill(text)
    await box.press('Control+Enter')
  }
  await answer('dinner', 'At eight')
  await cardOf(page, 'dinner').getByText('At eight').waitFor()
  await page.getByText('1 of 2').waitFor()
  // The keys go on with the card.
  await page.keyboard.press('e')
  await cardOf(page, 'lunch').waitFor()
  await otto.call(updateSettings, { web_navigate_to_sent_message: true })
  // Events come in their order: with the message, the setting is there.
  await story.world.send('iris', { channel: 'design', topic: 'lunch' }, 'Or where not?')
  await cardOf(page, 'lunch').getByText('Or where not?').waitFor()
  await answer('lunch', 'In the garden')
  await page.getByRole('heading', { level: 1, name: 'lunch' }).waitFor()
  await page.getByRole('button', { name: 'Go on catching up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Catch up' }).waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
})

test('Ctrl+Z brings a card back, and where reading marks nothing, Space does not either', async () => {
  await readAll('olive')
  await story.world.send('otto', ['olive'], 'Left')
  await story.world.send('iris', ['olive'], 'Right')
  const { olive } = story.world.people
  const page = await story.open('olive', { path: '/#catch-up' })
  await cardOf(page, 'Iris Okafor').getByText('Right').waitFor()
  await page.keyboard.press('e')
  await cardOf(page, 'Otto Lindqvist').waitFor()
  await expect.poll(() => unreadOf('olive')).toEqual(['Left'])
  // The server tells it before the page has the answer.
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('Control+z')
  await cardOf(page, 'Iris Okafor').waitFor()
  await expect.poll(() => unreadOf('olive')).toEqual(['Left', 'Right'])
  await olive.call(updateSettings, { web_mark_read_on_scroll_policy: 3 })
  // Events come in their order: with the message, the setting is there.
  await story.world.send('iris', ['olive'], 'Right again')
  await cardOf(page, 'Iris Okafor').getByText('Right again').waitFor()
  await page.keyboard.press(' ')
  await cardOf(page, 'Otto Lindqvist').waitFor()
  await page.keyboard.press(' ')
  await page.getByRole('heading', { name: 'You are through' }).waitFor()
  expect(await unreadOf('olive')).toEqual(['Left', 'Right', 'Right again'])
})

test('messages that do not come can be asked for once more, and nothing is decided meanwhile', async () => {
  story.expectComplaint(/Failed to load|ERR_FAILED|500/)
  await readAll('mo')
  await story.world.send('olive', ['mo'], 'One for Mo')
  const page = await story.open('mo', { path: '/#catch-up' })
  const card = cardOf(page, 'Olive Hart')
  await card.getByText('One for Mo').waitFor()
  await page.keyboard.press('u')
  await page.getByRole('heading', { name: 'You are through' }).waitFor()
  await page.route('**/json/messages?*', (route) => route.abort())
  await story.world.send('olive', { channel: 'square', topic: 'hello' }, 'To all passers-by')
  await story.world.send('olive', { channel: 'square', topic: 'hello' }, 'Again')
  await page.getByRole('button', { name: '1 more came: go on' }).click()
  const hello = cardOf(page, 'hello')
  const again = hello.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/json/messages?*')
  await again.click()
  await hello.getByText('To all passers-by').waitFor()
  expect(await unreadOf('mo')).toHaveLength(3)
})

test('on a phone a card is drawn to the right when it is done, and to the left for later', async () => {
  await readAll('iris')
  await story.world.send('otto', { channel: 'engine', topic: 'first' }, 'One')
  await story.world.send('otto', { channel: 'engine', topic: 'second' }, 'Two')
  const page = await story.open('iris', { ...phone, colorScheme: 'dark', path: '/#catch-up' })
  const second = cardOf(page, 'second')
  await second.getByText('Two').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await drawFinger(page, second, { x: 140, y: 4 })
  const first = cardOf(page, 'first')
  await first.getByText('One', { exact: true }).waitFor()
  await drawFinger(page, first, { x: -140, y: 4 })
  await page.getByText('1 message marked as read').first().waitFor()
  await page.getByText('Kept for later').waitFor()
  await expect.poll(() => unreadOf('iris')).toEqual(['One'])
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(isWide)).toBe(false)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
})

test('with nothing unread, the page says so', async () => {
  await readAll('mo')
  const page = await story.open('mo', { path: '/#catch-up' })
  await page.getByRole('heading', { name: 'All read' }).waitFor()
  await page.getByRole('link', { name: 'To the inbox' }).click()
  await page.getByRole('region', { name: 'Conversations', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Catch up' }).count()).toBe(0)
})

test('without a network, decisions wait, and what needs the server says so', async () => {
  story.expectComplaint(/Failed to load|ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await readAll('gus')
  await story.world.send('olive', ['gus'], 'Welcome, Gus')
  const page = await story.open('gus', { path: '/#catch-up' })
  await cardOf(page, 'Olive Hart').getByText('Welcome, Gus').waitFor()
  await page.context().setOffline(true)
  await page.keyboard.press('e')
  await page.getByText('1 message marked as read').first().waitFor()
  expect(await unreadOf('gus')).toEqual(['Welcome, Gus'])
  await page.context().setOffline(false)
  await expect.poll(() => unreadOf('gus'), { timeout: 20_000 }).toEqual([])
})
