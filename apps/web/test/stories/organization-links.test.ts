import { addLinkifier } from '@tagma/contract/endpoints/linkifiers/add-linkifier.ts'
import { getLinkifiers } from '@tagma/contract/endpoints/linkifiers/get-linkifiers.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()
const path = '/#organization/linkifier-settings'
const topic = (name: string) => `/#narrow/channel/${story.world.channels.design}-design/topic/${name}`
const field = (page: Page, name: string) => page.getByRole('textbox', { name })

test('a linkifier is tried, added, and makes links in another browser', async () => {
  await story.world.send('otto', { channel: 'design', topic: 'tasks' }, 'Which task?')
  const [page, other] = await Promise.all([
    story.open('olive', { path }),
    story.open('iris', { path: topic('tasks') }),
  ])
  await field(page, 'Pattern').fill('TASK-(?P<id>[0-9]+')
  await field(page, 'Address').fill('https://tasks.example.com/{number}')
  await page.getByText(/^Bad regular expression/).waitFor()
  await field(page, 'Pattern').fill('TASK-(?P<id>[0-9]+)')
  await page.getByText(/Group 'number' in URL template/).waitFor()
  const add = page.getByRole('button', { name: 'Add', exact: true })
  expect(await add.isDisabled()).toBe(true)
  await field(page, 'Address').fill('https://tasks.example.com/{id}')
  await field(page, 'Try a text').fill('See TASK-12.')
  const link = page.getByRole('link', { name: 'https://tasks.example.com/12' })
  await link.waitFor()
  await add.click()
  await page.getByRole('list', { name: 'Linkifiers' }).getByText('TASK-(?P<id>[0-9]+)').waitFor()
  // The event of the new linkifier may come before the answer, which empties the form.
  await expect.poll(() => field(page, 'Pattern').inputValue()).toBe('')
  await story.world.send('otto', { channel: 'design', topic: 'tasks' }, 'It is TASK-7')
  const made = other.getByRole('feed').getByRole('link', { name: 'TASK-7', exact: true })
  await made.waitFor()
  expect(await made.getAttribute('href')).toBe('https://tasks.example.com/7')
})

test('linkifiers are ordered by keys, by the menu and by drawing, and removed with Undo', async () => {
  const { olive } = story.world.people
  for (const letter of ['A', 'B', 'C'])
    await olive.call(addLinkifier, {
      pattern: `${letter}(?P<id>[0-9]+)`,
      url_template: `https://${letter}.example/{id}`,
    })
  const order = async () =>
    (await olive.call(getLinkifiers, {})).linkifiers.flatMap(
      ({ pattern }) => /^[A-C](?=\()/.exec(pattern)?.[0] ?? [],
    )
  const page = await story.open('olive', { path })
  const other = await story.open('mia', { path })
  const handle = (letter: string) =>
    page.getByRole('button', { name: `Move ${letter}(?P<id>[0-9]+)`, exact: true })
  await handle('C').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['A', 'C', 'B'])
  // The focus stays on the row that was moved.
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['C', 'A', 'B'])
  await handle('C').click()
  await page.getByRole('menuitem', { name: 'To the end' }).click()
  await expect.poll(order).toEqual(['A', 'B', 'C'])
  const letters = async (where: Page) =>
    (await where.getByRole('list', { name: 'Linkifiers' }).locator('code').allTextContents())
      .map((text) => text[0])
      .join('')
  // Both have heard of all steps.
  for (const each of [page, other]) await expect.poll(() => letters(each)).toContain('ABC')
  // Each waits until its row stands still.
  await handle('C').hover()
  await page.mouse.down()
  await handle('A').hover({ position: { x: 8, y: 2 } })
  await page.mouse.up()
  await expect.poll(order).toEqual(['C', 'A', 'B'])
  await expect.poll(() => letters(other)).toContain('CAB')
  expect(await other.getByRole('button', { name: /^(Move|Remove|Change) / }).count()).toBe(0)
  await other.getByText('Only administrators may change this.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove A(', exact: false }).click()
  await expect.poll(order).toEqual(['C', 'B'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(order).toEqual(['C', 'A', 'B'])
})

test('a linkifier that somebody else changed meanwhile says so, and what was typed stays', async () => {
  const { olive } = story.world.people
  const { id } = await olive.call(addLinkifier, {
    pattern: 'M(?P<id>[0-9]+)',
    url_template: 'https://m.example/{id}',
  })
  const [page, other] = await Promise.all([story.open('olive', { path }), story.open('olive', { path })])
  for (const each of [page, other]) await each.getByRole('button', { name: 'Change M(' }).click()
  await field(page, 'Address').fill('https://first.example/{id}')
  await field(other, 'Address').fill('https://second.example/{id}')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/Somebody changed it meanwhile to .*second\.example/).waitFor()
  expect(await field(page, 'Address').inputValue()).toBe('https://first.example/{id}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const known = async () =>
    (await olive.call(getLinkifiers, {})).linkifiers.find((each) => each.id === id)?.url_template
  await expect.poll(known).toBe('https://first.example/{id}')
})

test('a playground is added, and blocks of code offer it at once', async () => {
  await story.world.send('otto', { channel: 'design', topic: 'code' }, '```python\nx = 1\n```')
  const [page, other] = await Promise.all([
    story.open('olive', { path: '/#organization/playground-settings', ...phone }),
    story.open('iris', { path: topic('code') }),
  ])
  await page.getByRole('combobox', { name: 'Language' }).fill('Python')
  await field(page, 'Name').fill('Try Python')
  await field(page, 'Address').fill('https://play.example.com/')
  await page.getByText('Put {code} where the code belongs.').waitFor()
  await field(page, 'Address').fill('https://play.example.com/?c={code}')
  await page.getByText('print(1) opens https://play.example.com/?c=print(1)').waitFor()
  expect(await accessibilityProblems(page, '.main')).toEqual([])
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const link = other.getByRole('link', { name: /Try Python/ })
  await link.waitFor()
  await page.getByRole('button', { name: 'Remove Try Python' }).click()
  await expect.poll(() => link.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await link.waitFor()
})
