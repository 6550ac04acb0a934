import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { getStreamTopics } from '@tagma/contract/endpoints/messages/get-stream-topics.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { phone, sizes, stage } from '#test/story.ts'

const story = stage()
const { send, open, messagesOf } = inTopics(story)

const textsOf = async (topic: string) => (await messagesOf('olive', topic)).map(({ content }) => content)

/** Opens the dialog for a message: by its key, or by a finger that rests on it. */
async function askToMove(page: Page, text: string) {
  if (await page.evaluate(() => navigator.maxTouchPoints > 0)) {
    const target = articleOf(page, text).getByText(text)
    const { x, y } = (await target.boundingBox())!
    const press = { pointerType: 'touch', isPrimary: true, clientX: x + 5, clientY: y + 5 }
    await target.dispatchEvent('pointerdown', press)
    await page.getByRole('menuitem', { name: 'Move' }).click()
  } else {
    await articleOf(page, text).focus()
    await page.keyboard.press('m')
  }
  const dialog = page.getByRole('dialog', { name: 'Move messages' })
  await dialog.waitFor()
  return dialog
}

test.each(sizes)(
  '%s, who may delete all messages takes back a move with all its notices',
  async (_, size) => {
    const from = size === phone ? 'ink by touch' : 'ink'
    const to = `${from} and paper`
    for (const text of ['Black', 'Blue', 'Red']) await send('iris', from, text)
    const other = await story.open('mia', { path: `/#topics/channel/${story.world.channels.design}-design` })
    await rowOf(other, new RegExp(`^${from}`)).waitFor()
    const page = await open('olive', from, size)
    const dialog = await askToMove(page, 'Blue')
    await dialog.getByLabel('Topic', { exact: true }).fill(to)
    await dialog.getByLabel('Say in the old topic').check()
    await dialog
      .getByText(`They begin the topic design > ${to}. One message stays in design > ${from}.`)
      .waitFor()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await rowOf(other, new RegExp(`^${to}`)).waitFor()
    const notice = expect.stringMatching(/moved (here|by|to)/) as unknown
    await expect.poll(() => textsOf(from)).toEqual(['Black', notice])
    await expect.poll(() => textsOf(to)).toEqual(['Blue', 'Red', notice])
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    if (size === phone) await page.getByRole('button', { name: 'Undo' }).click()
    else await page.keyboard.press('Control+z')
    await expect.poll(() => textsOf(from)).toEqual(['Black', 'Blue', 'Red'])
    await expect.poll(() => textsOf(to)).toEqual([])
    for (const text of ['Black', 'Blue', 'Red']) await articleOf(page, text).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(3)
    await expect.poll(() => rowOf(other, new RegExp(`^${to}`)).count()).toBe(0)
  },
)

test.each([
  ['by keys in the empty box', false],
  ['by its button, where Ctrl+Z belongs to what was written since', true],
])('what joins a topic of another channel comes back alone, %s', async (_, isWritten) => {
  const [from, to] = isWritten ? ['creaks', 'rattle'] : ['sounds', 'noise']
  await story.world.send('otto', { channel: 'engine', topic: to }, 'Was here before')
  for (const text of ['It hums', 'It rattles']) await send('iris', from, text)
  const iris = await open('iris', from)
  const asked = await askToMove(iris, 'It hums')
  await asked.getByLabel('Channel').selectOption('engine')
  await asked.getByLabel('Topic', { exact: true }).fill(to)
  await asked
    .getByText(`They join engine > ${to}, which has messages already. Nothing stays in design > ${from}.`)
    .waitFor()
  await asked.getByRole('button', { name: 'Move', exact: true }).click()
  await iris.getByRole('status').getByText(`2 messages moved to #engine > ${to}`).waitFor()
  const inEngine = async () =>
    (await messagesOf('olive', to, 'engine'))
      .map(({ content }) => content)
      .filter((text) => !text.includes('moved'))
  await expect.poll(inEngine).toEqual(['Was here before', 'It hums', 'It rattles'])
  const undo = iris.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  // The page went along, and the box has the focus.
  const box = iris.getByRole('textbox', { name: `Message #engine > ${to}` })
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  if (isWritten) await iris.keyboard.type('x')
  await iris.keyboard.press('Control+z')
  expect(await box.inputValue()).toBe('')
  if (isWritten) await undo.click()
  await expect.poll(inEngine).toEqual(['Was here before'])
  await expect.poll(() => textsOf(from)).toEqual(['It hums', 'It rattles'])
})

test.each(sizes)(
  '%s, several messages that were selected say where they go, and how many stay',
  async (_, size) => {
    const topic = size === phone ? 'fruit by touch' : 'fruit'
    for (const text of ['Apples', 'Pears', 'Plums', 'Nuts']) await send('iris', topic, text)
    const page = await open('iris', topic, size)
    await articleOf(page, 'Apples').focus()
    await page.keyboard.press('.')
    await articleOf(page, 'Plums').click()
    const bar = page.getByRole('toolbar', { name: 'Selected messages' })
    await bar.getByText('2 messages selected').waitFor()
    await bar.getByRole('button', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move messages' })
    await dialog.getByText('The 2 selected messages move.').waitFor()
    const preview = dialog.getByRole('status')
    await expect.poll(() => preview.textContent()).toBe('Choose another topic or channel.')
    await dialog.getByLabel('Topic', { exact: true }).fill('logo')
    await expect
      .poll(() => preview.textContent())
      .toBe(`They join design > logo, which has messages already. 2 messages stay in design > ${topic}.`)
    await dialog.getByLabel('Topic', { exact: true }).fill(`${topic} without nuts`)
    await expect
      .poll(() => preview.textContent())
      .toBe(`They begin the topic design > ${topic} without nuts. 2 messages stay in design > ${topic}.`)
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect
      .poll(async () => (await textsOf(`${topic} without nuts`)).slice(0, 2))
      .toEqual(['Apples', 'Plums'])
    expect(await textsOf(topic)).toEqual(['Pears', 'Nuts'])
  },
)

test.each(sizes)('%s, a target where Mia may not move messages to says who may', async (_, size) => {
  const { olive, mia } = story.world.people
  const { user_groups } = await olive.call(getUserGroups, {})
  const moderators = user_groups.find(({ name }) => name === 'role:moderators')!.id
  const suffix = size === phone ? ' by touch' : ''
  const make = (name: string, more: object) =>
    olive.call(createChannel, {
      name: name + suffix,
      subscribers: [mia.id],
      send_new_subscription_messages: false,
      ...more,
    })
  await make('news', { can_send_message_group: moderators })
  await make('plans', { can_create_topic_group: moderators })
  await make('lobby', { topics_policy: 'empty_topic_only' })
  await make('titles', { topics_policy: 'disable_empty_topic' })
  const topic = `stays${suffix}`
  await send('otto', topic, 'Stay in design')
  const page = await open('mia', topic, size)
  await headingOf(page, topic).waitFor()
  const dialog = await askToMove(page, 'Stay in design')
  const move = dialog.getByRole('button', { name: 'Move', exact: true })
  const reasonFor = async (channel: string, title: string) => {
    await dialog.getByLabel('Channel').selectOption(channel + suffix)
    await dialog.getByLabel('Topic', { exact: true }).fill(title)
    expect(await move.isDisabled()).toBe(true)
    return dialog.getByRole('status').textContent()
  }
  expect(await reasonFor('news', 'x')).toMatch(/Only .*moderators.* may/i)
  expect(await reasonFor('plans', 'x')).toMatch(/Only .*moderators.* may/i)
  expect(await reasonFor('lobby', 'x')).toBe('This channel has no topics: leave it empty.')
  expect(await reasonFor('titles', '')).toBe('This channel needs a topic.')
  await dialog.getByLabel('Channel').selectOption(`lobby${suffix}`)
  await expect.poll(() => move.isEnabled()).toBe(true)
  await move.click()
  await expect.poll(() => textsOf(topic)).toEqual([])
})

test.each(sizes)('%s, the preview says how many people lose access', async (_, size) => {
  const { olive, mia } = story.world.people
  const suffix = size === phone ? ' by touch' : ''
  await olive.call(createChannel, {
    name: `cellar${suffix}`,
    subscribers: [olive.id, mia.id],
    invite_only: true,
    history_public_to_subscribers: true,
    send_new_subscription_messages: false,
  })
  const topic = `leaks${suffix}`
  for (const text of ['A first leak', 'Another leak']) await send('olive', topic, text)
  const page = await open('olive', topic, size)
  const dialog = await askToMove(page, 'A first leak')
  const warning = dialog.getByText(/lose/)
  expect(await warning.count()).toBe(0)
  await dialog.getByLabel('Channel').selectOption(`cellar${suffix}`)
  // Iris, Otto and Mo: Gus is a guest, and never was in design.
  await dialog.getByText('2 messages, 3 people lose access.').waitFor()
  await dialog.getByLabel('Channel').selectOption('general')
  await expect.poll(() => warning.count()).toBe(0)
})

test('where some messages are too old to move, the newest ones are offered', async () => {
  const ids: number[] = []
  for (const text of ['Too old', 'New one', 'New two']) ids.push(await send('iris', 'ageing', text))
  const page = await open('iris', 'ageing')
  story.expectComplaint(/400/)
  let calls = 0
  await page.route(/\/messages\/\d+$/, async (route) => {
    if (route.request().method() !== 'PATCH' || ++calls > 1) return route.fallback()
    await route.fulfill({
      status: 400,
      json: {
        result: 'error',
        msg: 'You only have permission to move the 2/3 most recent messages in this topic.',
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        first_message_id_allowed_to_move: ids[1],
        total_messages_in_topic: 3,
        total_messages_allowed_to_move: 2,
      },
    })
  })
  const dialog = await askToMove(page, 'Too old')
  await dialog.getByLabel('All of the topic').check()
  await dialog.getByLabel('Topic', { exact: true }).fill('youth')
  // A notice would come back with the messages: Iris may not delete it.
  await dialog.getByLabel('Say in the new topic').uncheck()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.getByRole('alert').getByText('the 2/3 most recent messages').waitFor()
  await dialog.getByRole('button', { name: 'Move the newest 2' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => textsOf('ageing')).toEqual(['Too old'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => textsOf('ageing')).toEqual(['Too old', 'New one', 'New two'])
})

test.each(sizes)(
  '%s, whoever may read a channel moves messages there, and out of one that they are not in',
  async (_, size) => {
    const { olive, mia } = story.world.people
    const suffix = size === phone ? ' by touch' : ''
    const make = (name: string, more: object = {}) =>
      olive.call(createChannel, {
        name: name + suffix,
        subscribers: [olive.id],
        send_new_subscription_messages: false,
        ...more,
      })
    const { id: yard } = await make('yard')
    await make('attic')
    await make('vault', { invite_only: true })
    await olive.call(sendMessage, { type: 'channel', to: yard, topic: 'ladders', content: 'Who has one?' })
    const page = await story.open('mia', { path: `/#narrow/channel/${yard}-yard/topic/ladders`, ...size })
    await headingOf(page, 'ladders').waitFor()
    const dialog = await askToMove(page, 'Who has one?')
    const channel = dialog.getByLabel('Channel')
    const chosen = () =>
      channel.evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.textContent)
    expect(await chosen()).toBe(`yard${suffix}`)
    const others = channel.locator('optgroup[label="Other channels"] option')
    expect(await others.allTextContents()).toEqual(
      expect.arrayContaining([`attic${suffix}`, `yard${suffix}`]),
    )
    expect(await channel.locator('option').allTextContents()).not.toContain(`vault${suffix}`)
    await channel.selectOption(`attic${suffix}`)
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const { topics } = await mia.call(getStreamTopics, { stream_id: yard })
    expect(topics).toEqual([])
  },
)

test('25 messages that joined others come back alone by Undo', async () => {
  const ids: number[] = []
  for (let count = 1; count <= 25; count++) ids.push(await send('iris', 'crowded', `Word ${count}.`))
  await send('iris', 'joined', 'Was here before')
  const page = await open('olive', 'crowded')
  const dialog = await askToMove(page, 'Word 25.')
  await dialog.getByLabel('All of the topic').check()
  await dialog.getByLabel('Topic', { exact: true }).fill('joined')
  await dialog.getByLabel('Say in the new topic').uncheck()
  await dialog.getByText('which has messages already').waitFor()
  expect(await dialog.getByText('This cannot be undone').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(async () => (await textsOf('joined')).length).toBe(26)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/^25 messages are back\.$/).waitFor()
  expect(await textsOf('joined')).toEqual(['Was here before'])
  expect((await textsOf('crowded')).length).toBe(25)
})

test('more messages than can come back say so before they join others', async () => {
  for (let count = 1; count <= 101; count++) await send('otto', 'packed', `Page ${count}.`)
  await send('iris', 'bound', 'Was here before')
  const page = await open('olive', 'packed')
  const dialog = await askToMove(page, 'Page 101.')
  await dialog.getByLabel('All of the topic').check()
  await dialog.getByLabel('Topic', { exact: true }).fill('bound')
  await dialog.getByText(/^This cannot be undone: /).waitFor()
  expect(await dialog.getByRole('button', { name: 'Move', exact: true }).isEnabled()).toBe(true)
})
