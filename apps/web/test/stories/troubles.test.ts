import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, boxOf, inTopics } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'

const story = stage()
const { addressOf, open, send, unreadOf, messagesOf } = inTopics(story)

/** Sends a text from the box of a topic, and waits until the server has it. */
async function write(page: Page, topic: string, text: string): Promise<void> {
  await boxOf(page, topic).fill(text)
  await boxOf(page, topic).press('Control+Enter')
  await expect.poll(() => articleOf(page, text).getByText('Sending').count()).toBe(0)
  expect((await messagesOf('iris', topic)).filter(({ content }) => content === text)).toHaveLength(1)
}

test('after the queue has ended, the page has what was said meanwhile, and keeps text and place', async () => {
  story.expectComplaint(/400/)
  for (let count = 1; count <= 30; count++) await send('otto', 'ended queue', `Line ${count}.`)
  const page = await open('iris', 'ended queue')
  await boxOf(page, 'ended queue').fill('Half a thought')
  const queues: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/json/events') queues.push(searchParams.get('queue_id') ?? '')
  })
  await send('otto', 'ended queue', 'Before the end.')
  await articleOf(page, 'Before the end.').waitFor()
  await expect.poll(() => queues.length).toBeGreaterThan(0)
  const [ended] = queues
  await page.evaluate((id) => fetch(`/json/events?queue_id=${id}`, { method: 'DELETE' }), ended)
  await send('otto', 'ended queue', 'While nobody listened.')
  await articleOf(page, 'While nobody listened.').waitFor()
  expect(await boxOf(page, 'ended queue').inputValue()).toBe('Half a thought')
  await expect.poll(() => queues.at(-1)).not.toBe(ended)
  await send('otto', 'ended queue', 'In the new queue.')
  await articleOf(page, 'In the new queue.').waitFor()
})

test.each([
  ['a day ahead', 86_400_000],
  ['a day behind', -86_400_000],
])('with a clock that is %s, one reads and writes as usual', async (name, milliseconds) => {
  const topic = `clock ${name}`
  await send('otto', topic, 'What time is it?')
  const page = await story.open('iris', { path: '/#recent' })
  await page.addInitScript((wrong) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + wrong
  }, milliseconds)
  await page.goto(addressOf(topic))
  await page.reload()
  await articleOf(page, 'What time is it?').waitFor()
  await expect.poll(() => unreadOf('iris', topic)).toEqual([])
  await write(page, topic, 'Half past.')
  await send('otto', topic, 'Thanks.')
  await articleOf(page, 'Thanks.').waitFor()
  expect(await page.getByRole('article').count()).toBe(3)
})

test('where the browser forbids storage, one reads and writes, and a reload registers again', async () => {
  await send('otto', 'forbidden', 'Nothing is kept here.')
  const page = await story.open('iris', { path: '/#recent' })
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Forbidden', 'SecurityError')
    }
    IDBFactory.prototype.open = refuse
    Storage.prototype.getItem = refuse
    Storage.prototype.setItem = refuse
  })
  await page.goto(addressOf('forbidden'))
  await page.reload()
  await articleOf(page, 'Nothing is kept here.').waitFor()
  await write(page, 'forbidden', 'It works all the same.')
  await page.reload()
  await articleOf(page, 'It works all the same.').waitFor()
  expect(await page.getByRole('article').count()).toBe(2)
})

test('a page without a service worker, which nobody uses, begins again with the server’s new version', async () => {
  const page = await story.open('iris', { path: '/#recent' })
  // As in a page without https.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await page.clock.install()
  let asked = 0
  await page.route('/', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue()
    asked++
    await route.fulfill({ body: '<script type="module" src="/client/newer.js"></script>' })
  })
  await page.reload()
  await page.clock.runFor(5000)
  await expect.poll(() => asked).toBe(1)
  await page.evaluate(() => Reflect.set(globalThis, 'isOld', true))
  const isOld = () => page.evaluate(() => 'isOld' in globalThis)
  await page.clock.fastForward(4 * 60_000)
  expect(await isOld()).toBe(true)
  // It begins only while it has a connection.
  await expect.poll(() => page.clock.fastForward(60_000).then(isOld), { interval: 1000 }).toBe(false)
})

test('where the storage is full, one reads and writes', async () => {
  await send('otto', 'full', 'No room is left.')
  const page = await story.open('iris', { path: '/#recent' })
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.put = refuse
    IDBObjectStore.prototype.add = refuse
    Storage.prototype.setItem = refuse
  })
  await page.goto(addressOf('full'))
  await page.reload()
  await articleOf(page, 'No room is left.').waitFor()
  await write(page, 'full', 'It is sent all the same.')
  await boxOf(page, 'full').fill('Not sent yet')
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await send('otto', 'full', 'Go on.')
  await articleOf(page, 'Go on.').waitFor()
  expect(await boxOf(page, 'full').inputValue()).toBe('Not sent yet')
})

test('on a slow network, rows stand where the messages of a conversation will be', async () => {
  const page = await story.open('iris', { path: '/#inbox' })
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/json/messages?**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(addressOf('never opened yet'))
  const messages = page.locator('.messages[aria-busy="true"]')
  await messages.waitFor()
  const rows = () => messages.evaluate((element) => getComputedStyle(element, '::before').visibility)
  await expect.poll(rows).toBe('visible')
  goOn()
  await messages.waitFor({ state: 'detached' })
})
