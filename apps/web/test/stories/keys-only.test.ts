import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, boxOf, headingOf, inTopics } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'
import type { Person } from '#test/world.ts'

const story = stage()
const { send, open, unreadOf, messagesOf } = inTopics(story)

/** Returns `in sight` if the focus is on something that has a ring and is not covered, else what is wrong. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'nothing'
    const name = element.outerHTML.slice(0, 80)
    const { left, top, right, bottom } = element.getBoundingClientRect()
    if (bottom <= 0 || top >= innerHeight) return `${name} is out of sight`
    const middle = Math.min(Math.max((top + bottom) / 2, 1), innerHeight - 1)
    const at = document.elementFromPoint((left + right) / 2, middle)
    if (!element.contains(at) && !at?.contains(element)) return `${name} is covered`
    // The ring of a field can be around its box.
    const around = [element, element.parentElement, element.parentElement?.parentElement]
    const isRinged = around.some((each) => {
      if (!each) return false
      const { outlineStyle, boxShadow } = getComputedStyle(each)
      return outlineStyle !== 'none' || boxShadow !== 'none'
    })
    return isRinged || element.matches('textarea, input') ? 'in sight' : `${name} has no ring`
  })

const starred = async (call: Person['call']) =>
  (
    await call(getMessages, {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'starred' }],
    })
  ).messages

/** Whether Iris has something left to read. */
const isAnyUnread = async () =>
  [...(await unreadOf('iris', 'keys one')), ...(await unreadOf('iris', 'keys two'))].length > 0

/** Waits until the focus is where it is seen. */
async function isSeen(page: Page): Promise<void> {
  await expect.poll(() => focusOf(page)).toBe('in sight')
}

test('a person with keys alone signs in, reads, answers, writes, changes the scheme and signs out', async () => {
  const { iris } = story.world.people
  const ids: number[] = []
  for (const topic of ['keys one', 'keys two'])
    for (let count = 1; count <= 3; count++) ids.push(await send('otto', topic, `Word ${count} of ${topic}.`))
  const page = await story.openSignedOut({ path: '/login/' })
  await page.keyboard.type(iris.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(iris.password)
  await isSeen(page)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Places' }).waitFor()

  await page.keyboard.press('n')
  await page.getByRole('article').first().waitFor()
  await isSeen(page)
  await page.keyboard.press('r')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.type('I answer by keys.')
  await page.keyboard.press('Control+Enter')
  // The server has it: only then can it be starred.
  await expect
    .poll(() => articleOf(page, 'I answer by keys.').getAttribute('data-id'), { message: 'id' })
    .toMatch(/^\d+$/)
  await isSeen(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await isSeen(page)
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await starred(iris.call)).length).toBe(1)

  // Through all that is unread.
  for (let step = 0; step < 40 && (await isAnyUnread()); step++) {
    await page.keyboard.press('Shift+E')
    await isSeen(page)
  }
  expect(await isAnyUnread()).toBe(false)
  expect(await unreadOf('iris', 'keys two')).toEqual([])

  await page.keyboard.press('c')
  await isSeen(page)
  await page.keyboard.type('A topic without a pointer.')
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: 'Topic' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('by keys alone')
  await page.keyboard.press('Enter')
  await isSeen(page)
  await page.keyboard.press('Shift+Tab')
  await isSeen(page)
  await page.keyboard.press('Control+Enter')
  await headingOf(page, 'by keys alone').waitFor()
  // Until the server's message takes the place of the echo, both can be there.
  await expect.poll(() => articleOf(page, 'A topic without a pointer.').count()).toBe(1)
  await isSeen(page)
  await page.keyboard.press('Control+k')
  await isSeen(page)
  await page.keyboard.type('Mia')
  await page
    .getByRole('option', { name: /Mia Sato/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await headingOf(page, /Mia/).waitFor()
  // Nothing is there to act on by single keys: one writes at once.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  for (const key of ['Escape', 'Space', 'r']) await page.keyboard.press(key)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.type('By keys, too.')
  await page.keyboard.press('Control+Enter')
  await articleOf(page, 'By keys, too.').waitFor()
  await isSeen(page)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark')
  await page.getByRole('option', { name: /dark/i }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme))
    .toBe('dark')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sign out')
  await page
    .getByRole('option', { name: /sign out/i })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/login\/$/)
  const left = [...(await messagesOf('iris', 'keys one')), ...(await messagesOf('iris', 'keys two'))]
  expect(left).toHaveLength(7)
})

test('where single keys are off, letters go into the box of the conversation; it is switched in the help and the menu', async () => {
  await send('otto', 'letters', 'Type anything')
  const page = await open('iris', 'letters')
  await articleOf(page, 'Type anything').focus()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const toggle = help.getByRole('checkbox', { name: 'Single keys act' })
  expect(await toggle.isChecked()).toBe(true)
  await toggle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await articleOf(page, 'Type anything').focus()
  await page.keyboard.type('never mind: ?')
  await expect.poll(() => boxOf(page, 'letters').inputValue()).toBe('never mind: ?')
  // So do the letters that move among messages otherwise.
  await boxOf(page, 'letters').fill('')
  await articleOf(page, 'Type anything').focus()
  await page.keyboard.type('jk')
  await expect.poll(() => boxOf(page, 'letters').inputValue()).toBe('jk')
  // Keys that are no letters go on, and so do those with Ctrl.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  await page.getByRole('img', { name: 'Starred' }).waitFor()
  await page.reload()
  await articleOf(page, 'Type anything').waitFor()
  await page.getByRole('button', { name: 'Analytical Engine' }).click()
  const item = page.getByRole('menuitemcheckbox', { name: 'Single-key shortcuts' })
  expect(await item.getAttribute('aria-checked')).toBe('false')
  await item.click()
  await articleOf(page, 'Type anything').focus()
  await page.keyboard.press('i')
  await page.getByRole('menu', { name: 'Message actions' }).waitFor()
})

test('the palette does what can be done with the message in focus and its conversation, and undoes the last thing', async () => {
  await send('otto', 'palette acts', 'Star me by name')
  const page = await open('iris', 'palette acts')
  const article = articleOf(page, 'Star me by name')
  const choose = async (text: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await page.keyboard.type(text)
    await page.getByRole('option', { name }).waitFor()
    const options = page.getByRole('option')
    const at = (await options.allTextContents()).findIndex((each) => name.test(each))
    for (let step = 0; step < at; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await article.focus()
  await choose('star', /^Star this message/)
  await article.getByRole('img', { name: 'Starred' }).waitFor()
  await isSeen(page)
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await choose('undo', /^Undo: Message starred/)
  await article.getByRole('img', { name: 'Starred' }).waitFor({ state: 'detached' })
  await choose('resolve', /^Mark this topic as resolved/)
  await headingOf(page, /palette acts/)
    .getByRole('img')
    .or(page.getByText('palette acts is resolved'))
    .first()
    .waitFor()
  await expect.poll(async () => (await messagesOf('iris', '✔ palette acts')).length).toBeGreaterThan(0)
})

test('s leads from a conversation to the feed of its channel, and back to the message that has the focus', async () => {
  await send('otto', 'to and fro', 'Here and there')
  const page = await open('iris', 'to and fro')
  await articleOf(page, 'Here and there').focus()
  await page.keyboard.press('s')
  await headingOf(page, 'design').waitFor()
  await articleOf(page, 'Here and there').focus()
  await page.keyboard.press('s')
  await headingOf(page, 'to and fro').waitFor()
  expect(new URL(page.url()).hash).toContain('/topic/to.20and.20fro/near/')
})

test('from the row of the open conversation, r and a press lead to the box', async () => {
  await send('otto', 'row to box', 'Write to me')
  const page = await open('iris', 'row to box')
  await articleOf(page, 'Write to me').waitFor()
  const row = page.getByRole('region', { name: 'Conversations' }).locator('a.row[aria-current="page"]')
  const box = boxOf(page, 'row to box')
  await row.focus()
  await page.keyboard.press('r')
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  await row.focus()
  await row.click()
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('from a feed into a conversation and back, the message stays at its height', async () => {
  const { send: sendTo } = story.world
  const ids: number[] = []
  for (let number = 1; number <= 80; number++) {
    const topic = number % 2 ? 'odd' : 'even'
    ids.push(await sendTo('otto', { channel: 'engine', topic }, `Revolution ${number}`))
  }
  const page = await story.open('iris', {
    path: `/#narrow/channel/${story.world.channels.engine}-engine/near/${ids[40]}`,
  })
  const article = articleOf(page, 'Revolution 41')
  await article.waitFor()
  await article.focus()
  const top = async () => Math.round((await article.boundingBox())?.y ?? -1)
  // A link opens its message at a third of the height: it has to stand elsewhere.
  const opened = await top()
  await page.mouse.move(900, 400)
  await page.mouse.wheel(0, -150)
  await expect.poll(top).toBe(opened + 150)
  const before = opened + 150
  await page.keyboard.press('s')
  await headingOf(page, 'odd').waitFor()
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
  await page.keyboard.press('s')
  await headingOf(page, 'engine').waitFor()
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
})

test('the palette shows what can be done before anything is typed, and leads to pages of the organization and named views', async () => {
  await send('otto', 'palette pages', 'Look around')
  const page = await open('iris', 'palette pages')
  await articleOf(page, 'Look around').focus()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.press('Control+k')
  await palette.getByRole('option', { name: /^Star this message/ }).waitFor()
  for (const [text, name, heading] of [
    ['audit', 'Organization: Audit log', /Audit log/],
    ['invite', 'Invite people', /Invite/],
    ['open questions', 'Open questions: to answer', /Later|To answer/],
  ] as const) {
    if (!(await palette.isVisible())) await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill(text)
    await palette.getByRole('option', { name }).click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(await palette.count()).toBe(0)
  }
})
