import { expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { stage, widths } from '#test/story.ts'

const story = stage()
const { addressOf, send } = inTopics(story)

test.each(widths)(
  '%s, a conversation is printed black on white, with addresses written out',
  async (_, size) => {
    for (let count = 1; count <= 30; count++) await send('otto', 'paper', `Line ${count}`)
    await send('mia', 'paper', 'See [the price list](https://example.com/prices)')
    const page = await story.open('iris', { path: addressOf('paper'), colorScheme: 'dark', ...size })
    const last = articleOf(page, 'the price list').last()
    await last.waitFor()
    await page.emulateMedia({ media: 'print' })
    const seen = () =>
      last.evaluate((article) => ({
        address: getComputedStyle(article.querySelector('a[href^="https://example"]')!, '::after').content,
        ink: getComputedStyle(article).color,
        ground: getComputedStyle(document.documentElement).backgroundColor,
        // The whole page is as long as the conversation: nothing scrolls inside of it.
        isUnrolled: document.documentElement.scrollHeight >= article.getBoundingClientRect().bottom + scrollY,
      }))
    await expect.poll(seen).toEqual({
      address: '" (https://example.com/prices)"',
      ink: 'rgb(0, 0, 0)',
      ground: 'rgb(255, 255, 255)',
      isUnrolled: true,
    })
    await page.getByRole('heading', { name: 'paper', level: 1 }).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(await page.getByRole('navigation').count()).toBe(0)
    for (const name of ['Message actions', 'Send', 'Back'])
      expect(await page.getByRole('button', { name }).filter({ visible: true }).count()).toBe(0)
  },
)

test('of a long message, the whole text is printed', async () => {
  await send('otto', 'long paper', Array.from({ length: 80 }, (_, at) => `Line ${at + 1}`).join('\n'))
  const page = await story.open('iris', { path: addressOf('long paper') })
  const row = articleOf(page, 'Line 80')
  await row.getByRole('button', { name: 'Show more' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  const isWhole = () =>
    row
      .locator('.message-html')
      .evaluate((each) => each.clientHeight >= each.scrollHeight && !each.matches(':empty'))
  await expect.poll(isWhole).toBe(true)
})
