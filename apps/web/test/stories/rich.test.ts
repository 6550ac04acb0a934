import { addCodePlayground } from '@tagma/contract/endpoints/playgrounds/add-code-playground.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'

const story = stage()
const { send, open } = inTopics(story)

test('three people vote in a poll, its author changes the question, and a reload shows the same', async () => {
  await send('iris', 'poll', '/poll Which grey?\nwarm\ncold')
  const [iris, otto, mia] = [
    await open('iris', 'poll'),
    await open('otto', 'poll'),
    await open('mia', 'poll', phone),
  ]
  const vote = (page: typeof iris, name: RegExp) => page.getByRole('button', { name }).click()
  await vote(iris, /^warm, 0 votes/)
  await vote(otto, /^warm, 1 vote/)
  await vote(mia, /^cold, 0 votes/)
  for (const page of [iris, otto, mia]) {
    await page.getByRole('button', { name: /^warm, 2 votes/ }).waitFor()
    await page.getByRole('button', { name: /^cold, 1 vote/ }).waitFor()
  }
  await mia.getByRole('textbox', { name: 'Add an option' }).fill('none')
  await mia.keyboard.press('Enter')
  await iris.getByRole('button', { name: /^none, 0 votes/ }).waitFor()
  await iris.getByRole('button', { name: 'Change the question' }).click()
  await iris.getByRole('textbox', { name: 'Change the question' }).fill('Which grey, really?')
  await iris.keyboard.press('Enter')
  for (const page of [otto, mia]) {
    await page.getByRole('feed').getByText('Which grey, really?').waitFor()
    expect(await page.getByRole('button', { name: 'Change the question' }).count()).toBe(0)
  }
  await otto.reload()
  await otto.getByRole('feed').getByText('Which grey, really?').waitFor()
  await otto.getByRole('button', { name: /^warm, 2 votes/ }).waitFor()
  await otto.getByRole('button', { name: /^cold, 1 vote/ }).waitFor()
  await otto.getByRole('button', { name: /^none, 0 votes/ }).waitFor()
})

test('a to-do list is ticked and grows, its author changes the title, and a reload shows the same', async () => {
  await send('iris', 'todo', '/todo Print\npaper: A4')
  const [iris, otto] = [await open('iris', 'todo'), await open('otto', 'todo')]
  await otto.getByRole('checkbox', { name: 'paper: A4' }).click()
  await expect.poll(() => iris.getByRole('checkbox', { name: 'paper: A4' }).isChecked()).toBe(true)
  await otto.getByRole('textbox', { name: /Add a task/ }).fill('ink')
  await otto.keyboard.press('Enter')
  await iris.getByRole('checkbox', { name: 'ink' }).waitFor()
  await iris.getByRole('button', { name: 'Change the title' }).click()
  await iris.getByRole('textbox', { name: 'Change the title' }).fill('Print today')
  await iris.keyboard.press('Enter')
  await otto.getByRole('feed').getByText('Print today').waitFor()
  await otto.reload()
  await otto.getByRole('feed').getByText('Print today').waitFor()
  expect(await otto.getByRole('checkbox', { name: 'paper: A4' }).isChecked()).toBe(true)
  expect(await otto.getByRole('checkbox', { name: 'ink' }).isChecked()).toBe(false)
})

test('code is copied exactly, and opens in its playground', async () => {
  await story.world.people.olive.call(addCodePlayground, {
    name: 'Play here',
    pygments_language: 'Python',
    url_template: `${story.world.url}/login/?code={code}`,
  })
  await send('otto', 'code', '```python\nprint("a  b")\n\tx = 1\n```')
  const page = await open('iris', 'code')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^print\("a {2}b"\)\n\s+x = 1$/)
  const link = page.getByRole('link', { name: /Play here/ })
  await link.waitFor()
  expect(decodeURIComponent((await link.getAttribute('href')) ?? '')).toContain('print("a  b")')
  expect(await link.getAttribute('target')).toBe('_blank')
})

test('a formula is set, and a time stands in each reader’s zone and form', async () => {
  await send('otto', 'times', 'Meet at <time:2026-11-22T14:05:00Z>\n\n$$x^2$$')
  await story.world.people.mia.call(updateSettings, {
    timezone: 'America/New_York',
    twenty_four_hour_time: false,
  })
  await story.world.people.iris.call(updateSettings, { timezone: 'Asia/Tokyo', twenty_four_hour_time: true })
  const mia = await open('mia', 'times')
  await articleOf(mia, 'Meet at')
    .getByText(/9:05.AM/)
    .waitFor()
  const iris = await open('iris', 'times')
  await articleOf(iris, 'Meet at').getByText(/23:05/).waitFor()
  expect(await articleOf(iris, 'Meet at').locator('.katex').count()).toBe(1)
  await story.world.people.mia.call(updateSettings, { timezone: '' })
})

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
])('%s, a message of 200 lines is folded and opens', async (_, size) => {
  const lines = Array.from({ length: 200 }, (_each, index) => `Line ${index + 1}`)
  await send('otto', 'long', lines.join('\n'))
  const page = await open('mia', 'long', size)
  const article = page.getByRole('article').last()
  const { height } = (await article.boundingBox())!
  expect(height).toBeLessThan(page.viewportSize()!.height)
  await article.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(async () => (await article.boundingBox())!.height).toBeGreaterThan(200 * 16)
})

test('text in Hebrew stands from right to left, and a spoiler opens by Enter', async () => {
  await send('otto', 'scripts', 'שלום עולם')
  await send('otto', 'scripts', '```spoiler Who did it?\nThe butler\n```')
  const page = await open('iris', 'scripts')
  const direction = await page
    .getByText('שלום עולם')
    .first()
    .evaluate((each) => getComputedStyle(each).direction)
  const paragraph = await articleOf(page, 'שלום עולם')
    .locator('.message-html')
    .evaluate((each) => {
      const range = document.createRange()
      range.selectNodeContents(each)
      const text = range.getBoundingClientRect()
      const box = each.getBoundingClientRect()
      return { start: text.left - box.left, end: box.right - text.right }
    })
  expect(direction === 'rtl' || paragraph.end < paragraph.start).toBe(true)
  expect(await articleOf(page, 'Who did it?').getByText('The butler').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Who did it?' }).focus()
  await page.keyboard.press('Enter')
  await articleOf(page, 'Who did it?').getByText('The butler').waitFor()
})
