import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, stage } from '#test/story.ts'

// Acts on messages: forwarding, selecting several, splitting off, copying.

const story = stage()

const { open, send, messagesOf } = inTopics(story)

const contentsOf = async (topic: string) => (await messagesOf('iris', topic)).map(({ content }) => content)

test('a message is forwarded to a person with words of one’s own', async () => {
  await send('otto', 'forward', 'The printer is **back**')
  const page = await open('iris', 'forward')
  await articleOf(page, 'The printer').focus()
  await page.keyboard.press('<')
  const dialog = page.getByRole('dialog', { name: 'Forward' })
  await dialog.getByRole('combobox', { name: 'To' }).fill('mia')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Your words').fill('For your list')
  expect(await accessibilityProblems(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Forward' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mia Sato' }).waitFor()
  const sent = articleOf(page, 'For your list')
  await sent.getByRole('blockquote').or(sent.locator('blockquote')).getByText('back').waitFor()
  await sent.getByRole('link', { name: 'said' }).click()
  await page.getByRole('heading', { level: 1, name: 'forward' }).waitFor()
})

test('several messages are forwarded as one, in their order', async () => {
  for (const text of ['Which paint?', 'Never mind', 'The grey one']) await send('otto', 'paint', text)
  const page = await open('iris', 'paint')
  await articleOf(page, 'The grey one').focus()
  await page.keyboard.press('.')
  await articleOf(page, 'Which paint?').click()
  const bar = page.getByRole('toolbar', { name: 'Selected messages' })
  await bar.getByRole('button', { name: 'Forward' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forward' })
  await dialog.getByRole('combobox', { name: 'To' }).fill('mia')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Your words').fill('Decided')
  await dialog.getByRole('button', { name: 'Forward' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mia Sato' }).waitFor()
  const quotes = articleOf(page, 'Decided').locator('blockquote')
  await expect.poll(() => quotes.allInnerTexts()).toEqual(['Which paint?', 'The grey one'])
  expect(await bar.count()).toBe(0)
})

test('forwarding goes nowhere that one may not write to', async () => {
  await send('otto', 'closed', 'Not there')
  const page = await open('iris', 'closed')
  await articleOf(page, 'Not there').focus()
  await page.keyboard.press('<')
  const forward = page.getByRole('dialog').getByRole('button', { name: 'Forward' })
  expect(await forward.isDisabled()).toBe(true)
})

test('several messages are selected by keys and moved together; Undo brings them back', async () => {
  for (const text of ['Apples', 'Pears', 'Plums', 'Nuts']) await send('iris', 'fruit', text)
  const page = await open('iris', 'fruit')
  await articleOf(page, 'Apples').focus()
  await page.keyboard.press('.')
  const bar = page.getByRole('toolbar', { name: 'Selected messages' })
  await bar.getByText('1 message selected').waitFor()
  await articleOf(page, 'Plums').click()
  await bar.getByText('2 messages selected').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await bar.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move messages' })
  await dialog.getByText('The 2 selected messages move.').waitFor()
  await dialog.getByLabel('Topic', { exact: true }).fill('sweet')
  await dialog.getByLabel('Say in the new topic').uncheck()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(() => articleOf(page, 'Plums').count()).toBe(0)
  expect(await bar.count()).toBe(0)
  expect(await contentsOf('sweet')).toEqual(['Apples', 'Plums'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await articleOf(page, 'Plums').waitFor()
  await expect.poll(() => contentsOf('fruit')).toEqual(['Apples', 'Pears', 'Plums', 'Nuts'])
})

test('check boxes stand in place of pictures and times, so no text moves', async () => {
  for (const text of ['With a picture', 'With a time']) await send('otto', 'checks', text)
  const page = await open('iris', 'checks')
  const [head, next] = [articleOf(page, 'With a picture'), articleOf(page, 'With a time')]
  const picture = (await head.locator('.message-person').boundingBox())!
  const textsAt = () => Promise.all([head, next].map((row) => row.locator('.message-main').boundingBox()))
  const before = await textsAt()
  await head.focus()
  await page.keyboard.press('.')
  await next.getByRole('checkbox').waitFor()
  for (const row of [head, next]) {
    const check = (await row.getByRole('checkbox').boundingBox())!
    expect(check.x + check.width / 2).toBeCloseTo(picture.x + picture.width / 2, 0)
  }
  const check = (await head.getByRole('checkbox').boundingBox())!
  expect(check.y + check.height / 2).toBeCloseTo(picture.y + picture.height / 2, 0)
  expect(await textsAt()).toEqual(before)
  expect(await head.locator('.message-person').isVisible()).toBe(false)
})

test('Escape ends a selection, and the box is there again', async () => {
  await send('iris', 'chosen', 'One of them')
  const page = await open('iris', 'chosen')
  await articleOf(page, 'One of them').focus()
  await page.keyboard.press('.')
  await page.getByRole('toolbar', { name: 'Selected messages' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Message #design > chosen' }).waitFor()
  expect(await page.getByRole('toolbar', { name: 'Selected messages' }).count()).toBe(0)
})

test('selected messages are deleted after one question', async () => {
  for (const text of ['Keep me', 'Drop one', 'Drop two']) await send('iris', 'rubbish', text)
  const page = await open('olive', 'rubbish')
  await articleOf(page, 'Drop one').focus()
  await page.keyboard.press('.')
  await articleOf(page, 'Drop two').click()
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: 'Delete 2 messages?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  expect(await contentsOf('rubbish')).toEqual(['Keep me'])
})

test('a part is split off into a new topic, which has to have a title', async () => {
  for (const text of ['About tea', 'By the way: coffee', 'Coffee at four']) await send('iris', 'tea', text)
  const page = await open('iris', 'tea')
  await articleOf(page, 'By the way').focus()
  await page.keyboard.press('Shift+T')
  const dialog = page.getByRole('dialog', { name: 'Split off into a new topic' })
  await dialog.getByText('Give the new topic a title.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true)
  await dialog.getByLabel('Topic', { exact: true }).fill('coffee')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(() => articleOf(page, 'Coffee at four').count()).toBe(0)
  expect((await contentsOf('coffee')).slice(0, 2)).toEqual(['By the way: coffee', 'Coffee at four'])
})

test('copying says that it is done, and that it is not', async () => {
  await send('otto', 'copy', 'Take **this**')
  const page = await open('iris', 'copy', { permissions: ['clipboard-read', 'clipboard-write'] })
  await articleOf(page, 'Take this').focus()
  await page.keyboard.press('Control+c')
  await page.getByRole('status').getByText('Text copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Take this')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
    // The way of browsers without a clipboard.
    Object.assign(document, { execCommand: () => false })
  })
  await articleOf(page, 'Take this').focus()
  await page.keyboard.press('Control+c')
  await page.getByRole('alert').getByText('did not let this page copy').waitFor()
})

test('of a message whose text is selected in part, this part is quoted', async () => {
  await send('otto', 'part', 'Too long to **quote as a** whole')
  const page = await open('iris', 'part')
  const row = articleOf(page, 'Too long')
  const box = page.getByRole('textbox', { name: 'Message #design > part' })
  await row.getByText('quote as a').dblclick({ position: { x: 5, y: 8 } })
  await row.hover()
  await row.getByRole('button', { name: 'Quote' }).click()
  await expect.poll(() => box.inputValue()).toContain('```quote\nquote\n```')
  await box.fill('')
  // A text that is selected elsewhere changes nothing.
  await page.getByRole('heading', { level: 1, name: 'part' }).dblclick()
  await row.focus()
  await page.keyboard.press('>')
  await expect.poll(() => box.inputValue()).toContain('Too long to **quote as a** whole')
})

test('the quote of somebody whose account is deactivated has their name', async () => {
  await send('mo', 'gone', 'My last words')
  await story.world.people.olive.call(deactivateUser, { user_id: story.world.people.mo.id })
  const page = await open('iris', 'gone')
  await articleOf(page, 'My last words').focus()
  await page.keyboard.press('>')
  const box = page.getByRole('textbox', { name: 'Message #design > gone' })
  await expect.poll(() => box.inputValue()).toContain('@_**Mo Rahimi|')
})

test('the arrow up in the empty box edits one’s last message, and g opens the menu', async () => {
  await send('iris', 'last', 'With a tpyo')
  await send('otto', 'last', 'Of somebody else')
  const page = await open('iris', 'last')
  await page.getByRole('textbox', { name: 'Message #design > last' }).focus()
  await page.keyboard.press('ArrowUp')
  const box = page.getByRole('textbox', { name: 'Edit message' })
  await expect.poll(() => box.inputValue()).toBe('With a tpyo')
  await box.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => box.count()).toBe(0)
  await articleOf(page, 'Of somebody else').focus()
  await page.keyboard.press('g')
  await page.getByRole('menu', { name: 'Analytical Engine' }).waitFor()
  // Left and right arrows go from group to group: own account, others, other organizations, help, colors, the end.
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toContain('profile')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toContain('Organization')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toContain('Add an organization')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toContain('shortcuts')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toContain('Sign out')
})
