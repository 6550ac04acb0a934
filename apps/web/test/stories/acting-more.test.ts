import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawFinger } from '#test/draw-finger.ts'
import { articleOf, boxOf, encoded, headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { phone, sizes, stage } from '#test/story.ts'

const story = stage()
const { send, open, messagesOf } = inTopics(story)

const textsOf = async (topic: string) => (await messagesOf('iris', topic)).map(({ content }) => content)

test.each(sizes)(
  '%s, messages move with those after them, and Undo brings them back without notices',
  async (_, size) => {
    const from = size === phone ? 'moves by touch' : 'moves'
    const to = `${from} there`
    for (let count = 1; count <= 13; count++) await send('iris', from, `Part ${count}.`)
    const other = await story.open('mia', { path: `/#topics/channel/${story.world.channels.design}-design` })
    await rowOf(other, new RegExp(`^${from}`))
      .first()
      .waitFor()
    const page = await open('iris', from, size)
    if (size === phone) {
      await articleOf(page, 'Part 2.').scrollIntoViewIfNeeded()
      await rest(page, 'Part 2.')
      await page.getByRole('menuitem', { name: 'Move' }).click()
    } else {
      await articleOf(page, 'Part 2.').focus()
      await page.keyboard.press('m')
    }
    const dialog = page.getByRole('dialog', { name: 'Move messages' })
    await dialog.getByText('This and later: 12').waitFor()
    await dialog.getByLabel('Topic', { exact: true }).fill(to)
    await dialog.getByText(`They begin the topic design > ${to}.`).waitFor()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect.poll(() => articleOf(page, 'Part 2.').count()).toBe(0)
    await rowOf(other, new RegExp(`^${to}`)).waitFor()
    expect(await textsOf(from)).toEqual(['Part 1.'])
    const there = await messagesOf('iris', to)
    // Twelve messages, and the notice that was chosen.
    expect(there.filter(({ content }) => content.startsWith('Part'))).toHaveLength(12)
    expect(there).toHaveLength(13)
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    if (size === phone) await page.getByRole('button', { name: 'Undo' }).click()
    else await page.keyboard.press('Control+z')
    await articleOf(page, 'Part 2.').waitFor()
    await expect
      .poll(async () => (await textsOf(from)).filter((text) => text.startsWith('Part')))
      .toHaveLength(13)
    // A member may not delete what the Notification Bot wrote: its notice comes back with the messages, and Undo adds none.
    expect((await textsOf(from)).filter((text) => !text.startsWith('Part'))).toHaveLength(1)
  },
)

/** Rests a finger on a message. */
async function rest(page: Page, text: string): Promise<void> {
  const target = articleOf(page, text).getByText(text)
  const { x, y } = (await target.boundingBox())!
  const press = { pointerType: 'touch', isPrimary: true, clientX: x + 5, clientY: y + 5 }
  await target.dispatchEvent('pointerdown', press)
}

test('where somebody may not move messages, it is disabled and says who may', async () => {
  const { olive } = story.world.people
  const { user_groups } = await olive.call(getUserGroups, {})
  const idOf = (wanted: string) => user_groups.find(({ name }) => name === wanted)!.id
  await olive.call(updateRealm, {
    can_move_messages_between_channels_group: { new: idOf('role:moderators') },
  })
  await send('otto', 'stays', 'Stay in design')
  const page = await open('mia', 'stays')
  await articleOf(page, 'Stay in design').focus()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move messages' })
  await dialog.getByLabel('Channel').selectOption('engine')
  await dialog
    .getByRole('status')
    .getByText(/moderators/i)
    .waitFor()
  expect(await dialog.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true)
})

test('a muted topic leaves the inbox and the counts, except for a mention; a followed one says so; B follows', async () => {
  const { mia } = story.world.people
  for (let count = 1; count <= 3; count++) await send('otto', 'noise', `Noise ${count}`)
  const other = await story.open('mia')
  await rowOf(other, /noise.*3 unread/).waitFor()
  const channel = () =>
    other
      .getByRole('navigation', { name: 'Places' })
      .getByRole('link', { name: /design/ })
      .textContent()
  const before = await countIn(channel)
  const page = await open('mia', 'logo')
  await page.goto(inTopics(story).addressOf('noise'))
  await page.evaluate(() => (document.hasFocus = () => false))
  await headingOf(page, 'noise').waitFor()
  await articleOf(page, 'Noise 1').focus()
  await page.keyboard.press('Shift+M')
  await page.getByRole('status').getByText(/noise/).waitFor()
  await expect.poll(() => rowOf(other, /noise/).count()).toBe(0)
  await expect.poll(() => countIn(channel)).toBeLessThan(before)
  await send('otto', 'noise', `@**${mia.name}|${mia.id}** look`)
  await expect
    .poll(() =>
      other
        .getByRole('navigation', { name: 'Places' })
        .getByRole('link', { name: /Mentions.*1/ })
        .count(),
    )
    .toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowOf(other, /noise/).waitFor()
  await articleOf(page, 'Noise 1').focus()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Stop following' }).waitFor()
  await other.getByRole('button', { name: 'Followed' }).click()
  // A list holds still as long as one points at it.
  await other.mouse.click(1200, 500)
  await rowOf(other, /noise/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await expect.poll(() => rowOf(other, /noise/).count()).toBe(0)
})

const countIn = async (text: () => Promise<string | null>) =>
  Number(/(\d+)/.exec((await text()) ?? '')?.[1] ?? 0)

test('a reaction is chosen by its name, and an emoji that was uploaded meanwhile is there', async () => {
  const id = await send('otto', 'react', 'React to this')
  const page = await open('iris', 'react')
  const article = articleOf(page, 'React to this')
  await article.focus()
  await page.keyboard.press(':')
  await page.keyboard.type('tada')
  await page
    .getByRole('option', { name: /tada/ })
    .or(page.getByRole('gridcell', { name: /tada/ }))
    .or(page.getByRole('button', { name: /tada/ }))
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'tada: 1, you' }).waitFor()
  await story.world.people.otto.call(addReaction, { message_id: id, emoji_name: 'tada' })
  await story.world.people.mia.call(addReaction, { message_id: id, emoji_name: 'tada' })
  await page.getByRole('button', { name: 'tada: 3, you, Otto Lindqvist, and Mia Sato' }).waitFor()
  await story.world.people.olive.call(addReaction, { message_id: id, emoji_name: 'tada' })
  await page.getByRole('button', { name: 'tada: 4', exact: true }).waitFor()
  await upload('square_wheel')
  await article.focus()
  await page.keyboard.press(':')
  await page.keyboard.type('square_wh')
  await page.locator('[aria-label*="square wheel"], [aria-label*="square_wheel"]').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'square wheel: 1, you' }).waitFor()
  await page.getByRole('button', { name: 'square wheel: 1, you' }).click()
  await expect.poll(() => page.getByRole('button', { name: /^square wheel/ }).count()).toBe(0)
})

/** Uploads an emoji of the organization as somebody else. */
async function upload(name: string): Promise<void> {
  const { url, people } = story.world
  const { email, apiKey } = people.olive
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const body = new FormData()
  body.set('filename', new Blob([png], { type: 'image/png' }), 'wheel.png')
  const answer = await fetch(`${url}/api/v1/realm/emoji/${name}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` },
    body,
  })
  expect(answer.status).toBe(200)
}

test('a finger that draws a message to the left quotes it; up, to the right, or a little, it does not', async () => {
  const id = await send('otto', 'swipes', 'Draw me aside')
  const page = await open('iris', 'swipes', phone)
  const box = boxOf(page, 'swipes')
  for (const way of [
    { x: 120, y: 0 },
    { x: -30, y: 0 },
    { x: -40, y: 120 },
  ])
    await drawFinger(page, articleOf(page, 'Draw me aside'), way)
  expect(await page.locator('article[data-swipe]').count()).toBe(0)
  await drawFinger(page, articleOf(page, 'Draw me aside'), { x: -120, y: 5 })
  await expect.poll(() => box.inputValue()).toContain('```quote\nDraw me aside\n```')
  // Once, for the last way alone; and it links the message.
  expect((await box.inputValue()).match(/Draw me aside/g)).toHaveLength(1)
  expect(await box.inputValue()).toContain(`/near/${id}`)
})

test('a quote from a feed opens the conversation, and stands in its box', async () => {
  await send('otto', 'from afar', 'Quote me from the feed')
  const page = await story.open('iris', { path: '/#feed' })
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('End')
  await articleOf(page, 'Quote me from the feed').focus()
  await page.keyboard.press('>')
  await expect.poll(() => boxOf(page, 'from afar').inputValue()).toContain('Quote me from the feed')
})

test('behind a long quote, the cursor is in sight', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => `Line ${at + 1}`)
  await send('otto', 'long quote', lines.join('\n'))
  const page = await open('iris', 'long quote')
  await articleOf(page, 'Line 60').focus()
  await page.keyboard.press('>')
  const box = boxOf(page, 'long quote')
  await expect.poll(() => box.inputValue()).toContain('Line 60')
  const below = () => box.evaluate((each) => each.scrollHeight - each.clientHeight - each.scrollTop)
  await expect.poll(below).toBeLessThan(20)
})

test('Enter and r on a message in a feed open its conversation, and not the first one of the page', async () => {
  const first = await send('otto', 'entered first', 'The first of the feed')
  await send('otto', 'entered second', 'The second of the feed')
  await send('otto', 'entered third', 'The third of the feed')
  const path = `/#narrow/channel/${story.world.channels.design}-design/near/${first}`
  for (const [key, text, topic] of [
    ['Enter', 'The second of the feed', 'entered second'],
    ['r', 'The third of the feed', 'entered third'],
  ] as const) {
    const page = await story.open('iris', { path })
    await articleOf(page, text).focus()
    await page.keyboard.press(key)
    await headingOf(page, topic).waitFor()
    expect(new URL(page.url()).hash).toContain(`/topic/${encoded(topic)}/`)
  }
})

test('the bar of a conversation in a feed answers, marks as read, and has its menu', async () => {
  const id = await send('otto', 'barred', 'Seen from the feed')
  const path = `/#narrow/channel/${story.world.channels.design}-design/near/${id}`
  const page = await story.open('mia', { path })
  await articleOf(page, 'Seen from the feed').waitFor()
  const bar = page.locator('.feed-bar').filter({ hasText: 'barred' })
  await bar.getByRole('button', { name: 'Conversation actions' }).click()
  const menu = page.getByRole('menu', { name: 'Conversation actions' })
  expect(await menu.getByRole('menuitem', { name: 'Delete topic' }).count()).toBe(0)
  await menu.getByRole('menuitem', { name: 'Mark as resolved' }).click()
  await page.locator('.feed-bar').filter({ hasText: '✔ barred' }).waitFor()
  await expect.poll(() => textsOf('✔ barred')).toContain('Seen from the feed')
  await bar.getByRole('link', { name: 'Reply' }).click()
  await headingOf(page, '✔ barred').waitFor()
})

test('who edits a message is named to the others until it is saved', async () => {
  const id = await send('otto', 'edited', 'Warm gray')
  const [writer, reader] = [await open('otto', 'edited'), await open('iris', 'edited', phone)]
  await articleOf(writer, 'Warm gray').focus()
  await writer.keyboard.press('e')
  const box = writer.getByRole('textbox', { name: 'Edit message' })
  await box.waitFor()
  await writer.keyboard.press('End')
  await writer.keyboard.type(', then')
  const line = reader.getByText('Otto Lindqvist is editing a message …')
  await line.waitFor()
  await writer.keyboard.press('Escape')
  await line.waitFor({ state: 'detached' })
  await articleOf(writer, 'Warm gray').focus()
  await writer.keyboard.press('e')
  await box.fill('Warm grey')
  await writer.keyboard.press('End')
  await writer.keyboard.type('!')
  await line.waitFor()
  await box.press('Control+Enter')
  await articleOf(reader, 'Warm grey!').waitFor()
  await line.waitFor({ state: 'detached' })
  expect((await messagesOf('iris', 'edited')).find((message) => message.id === id)?.content).toBe(
    'Warm grey!',
  )
})

test('on a phone a link goes through the share sheet', async () => {
  const id = await send('otto', 'shared links', 'Share this')
  const page = await open('iris', 'shared links', phone)
  await page.evaluate(() => {
    navigator.share = (data) => {
      document.body.dataset['shared'] = data?.url ?? ''
      return Promise.resolve()
    }
  })
  await rest(page, 'Share this')
  await page.getByRole('menuitem', { name: 'Share link' }).click()
  await expect.poll(() => page.evaluate(() => document.body.dataset['shared'])).toMatch(`/near/${id}`)
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Share link' }).click()
  await expect.poll(() => page.evaluate(() => document.body.dataset['shared'])).toMatch(`/with/${id}`)
})
