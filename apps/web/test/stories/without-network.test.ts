import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, boxOf, headingOf, inTopics } from '#test/in-topics.ts'
import { phone, sizes, stage } from '#test/story.ts'

const story = stage()
const { send, open, addressOf, messagesOf } = inTopics(story)

const textsOf = async (topic: string) => (await messagesOf('iris', topic)).map(({ content }) => content)

/** Takes the network away from a page, except for the page itself, which a service worker keeps. */
async function goOffline(page: Page): Promise<() => Promise<void>> {
  story.expectComplaint(/net::ERR_/)
  await page.route('**/json/**', (route) => route.abort('internetdisconnected'))
  return async () => {
    await page.unroute('**/json/**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
  }
}

test('the bar comes as soon as the browser loses the network, and goes when it is back', async () => {
  story.expectComplaint(/net::ERR_/)
  await send('otto', 'tunnel', 'Hello')
  const page = await open('iris', 'tunnel')
  const bar = page.getByRole('status').getByText(/^Offline since/)
  const lost = Date.now()
  await page.context().setOffline(true)
  await bar.waitFor()
  // The bar of a server that fails waits for five seconds.
  expect(Date.now() - lost).toBeLessThan(5000)
  const note = page.getByRole('region', { name: 'Conversations' }).getByText(/^This device has no more\./)
  await note.waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => bar.count()).toBe(0)
  await expect.poll(() => note.count()).toBe(0)
})

test('a browser that wrongly says offline is not believed while the server answers', async () => {
  await send('otto', 'loopback', 'Hello')
  const page = await open('iris', 'loopback')
  const asked = page.waitForResponse((answer) => answer.url().includes('dont_block=true'))
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    dispatchEvent(new Event('offline'))
  })
  expect((await asked).status()).toBe(200)
  await send('otto', 'loopback', 'Still here')
  await articleOf(page, 'Still here').waitFor()
  expect(await page.getByText(/^Offline since/).count()).toBe(0)
})

test('a topic that is begun without network shows what is on its way, and the rest when the network is back', async () => {
  await send('otto', 'platform', 'Hello')
  const page = await open('iris', 'platform')
  await page.goto(`/#new/topic/${story.world.channels.design}`)
  await page.getByRole('textbox', { name: 'Message #design' }).fill('Where is the train?')
  await page.getByRole('combobox', { name: 'Topic' }).fill('train')
  const goOnline = await goOffline(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await headingOf(page, 'train').waitFor()
  await articleOf(page, 'Where is the train?').waitFor()
  await page.getByText('The server did not answer').first().waitFor()
  await goOnline()
  await expect.poll(() => textsOf('train')).toEqual(['Where is the train?'])
  await page.getByText('Here it begins.').waitFor()
  expect(await articleOf(page, 'Where is the train?').count()).toBe(1)
  expect(await page.getByText('The server did not answer').count()).toBe(0)
})

test.each(sizes)('%s, all that is done offline waits over a reload, and arrives once', async (_, size) => {
  const [first, second] = size === phone ? ['bus', 'tram'] : ['boat', 'plane']
  const liked = await send('otto', first, 'Like this')
  await send('otto', second, 'Hello')
  const page = await open('iris', second, size)
  await page.goto(addressOf(first))
  await articleOf(page, 'Like this').waitFor()
  const comeBack = await goOffline(page)
  for (const text of ['one', 'two']) {
    await boxOf(page, first).fill(text)
    await boxOf(page, first).press('Control+Enter')
  }
  const article = articleOf(page, 'Like this')
  await article.focus()
  await page.keyboard.press('+')
  await article.getByRole('button', { name: '+1: 1, you' }).waitFor()
  await article.focus()
  await page.keyboard.press('Control+s')
  await article.getByRole('img', { name: 'Starred' }).waitFor()
  await page.goto(addressOf(second))
  await boxOf(page, second).fill('three')
  await boxOf(page, second).press('Control+Enter')
  await articleOf(page, 'three').waitFor()
  // The copy of the device is written every two seconds.
  await page.waitForTimeout(2500)
  await page.reload()
  await page.getByText(/^Offline since/).waitFor({ timeout: 25_000 })
  await headingOf(page, second).waitFor()
  await articleOf(page, 'three').getByText('Sending').first().waitFor({ state: 'attached' })
  await page.goto(addressOf(first))
  for (const text of ['one', 'two'])
    await articleOf(page, text).getByText('Sending').first().waitFor({ state: 'attached' })
  await article.getByRole('button', { name: '+1: 1, you' }).waitFor()
  await article.getByRole('img', { name: 'Starred' }).waitFor()
  expect(await textsOf(first)).toEqual(['Like this'])
  await comeBack()
  await expect.poll(() => textsOf(first)).toEqual(['Like this', 'one', 'two'])
  await expect.poll(() => textsOf(second)).toEqual(['Hello', 'three'])
  await expect
    .poll(async () => {
      const [message] = (await messagesOf('iris', first)).filter(({ id }) => id === liked)
      return [message?.reactions.length, message?.flags.includes('starred')]
    })
    .toEqual([1, true])
  await expect.poll(() => page.getByText(/^Offline since/).count()).toBe(0)
  await expect.poll(() => page.getByText('Sending', { exact: true }).count()).toBe(0)
})
