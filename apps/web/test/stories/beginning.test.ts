import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { articleOf, boxOf, headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { phone, sizes, stage, widths } from '#test/story.ts'

const story = stage()
const { send, open, addressOf, unreadOf, messagesOf } = inTopics(story)

const policyOf = (
  topics_policy: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only',
) => story.world.people.olive.call(updateStream, { stream_id: story.world.channels.engine, topics_policy })
const textsOf = async (topic: string, channel: 'design' | 'engine' = 'design') =>
  (await messagesOf('iris', topic, channel)).map(({ content }) => content)

test('ten messages become unread again in both browsers, nothing is read until one leaves, and Undo brings all back', async () => {
  const ids: number[] = []
  for (let count = 1; count <= 14; count++) ids.push(await send('otto', 'once more', `Word ${count}.`))
  const page = await open('iris', 'once more')
  await expect.poll(() => unreadOf('iris', 'once more')).toEqual([])
  const other = await story.open('iris', { path: '/#inbox' })
  await rowOf(other, /once more/)
    .waitFor({ timeout: 2000 })
    .catch(() => undefined)
  await articleOf(page, 'Word 5.').focus()
  await page.keyboard.press('Shift+U')
  for (const each of [page, other]) await rowOf(each, /once more.*10 unread/).waitFor()
  expect(await unreadOf('iris', 'once more')).toEqual(ids.slice(4))
  // Scrolling marks nothing.
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await page.waitForTimeout(2500)
  expect(await unreadOf('iris', 'once more')).toEqual(ids.slice(4))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => unreadOf('iris', 'once more')).toEqual([])
  await expect.poll(() => rowOf(other, /once more.*unread/).count()).toBe(0)
  // After leaving, reading marks again.
  await articleOf(page, 'Word 14.').focus()
  await page.keyboard.press('Shift+U')
  await rowOf(other, /once more.*1 unread/).waitFor()
  await page.goto(addressOf('logo'))
  await headingOf(page, 'logo').waitFor()
  expect(await unreadOf('iris', 'once more')).toEqual(ids.slice(13))
  await page.goto(addressOf('once more'))
  await expect.poll(() => unreadOf('iris', 'once more')).toEqual([])
})

test('Undo of marking as unread leaves unread what was unread before', async () => {
  const ids: number[] = []
  for (const text of ['First', 'Second']) ids.push(await send('otto', 'partly', text))
  const page = await open('mia', 'partly')
  await expect.poll(() => unreadOf('mia', 'partly')).toEqual([])
  await page.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event('blur'))
  })
  const unseen = await send('otto', 'partly', 'Unseen')
  await articleOf(page, 'Unseen').waitFor()
  await articleOf(page, 'Second').focus()
  await page.keyboard.press('Shift+U')
  await expect.poll(() => unreadOf('mia', 'partly')).toEqual([ids[1], unseen])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => unreadOf('mia', 'partly')).toEqual([unseen])
})

test.each(sizes)(
  '%s, a topic is begun by its message, and stands on top of the list in both browsers',
  async (_, size) => {
    const title = size === phone ? 'purple printer' : 'green printer'
    await send('otto', 'paper', 'Hello')
    const other = await story.open('mia', { path: `/#topics/channel/${story.world.channels.design}-design` })
    await rowOf(other, /^paper/).waitFor()
    const page = await open('iris', 'paper', size)
    if (size === phone) await page.goto(`/#new/topic/${story.world.channels.design}`)
    else {
      await articleOf(page, 'Hello').focus()
      await page.keyboard.press('c')
    }
    const box = page.getByRole('textbox', { name: 'Message #design' })
    await box.fill(`Which ${title} paper do we order`)
    await page.getByRole('button', { name: /^Belongs to paper\? [12] messages? today$/ }).waitFor()
    const topic = page.getByRole('combobox', { name: 'Topic' })
    await topic.focus()
    await topic.press('Enter')
    expect(await textsOf(title)).toEqual([])
    const first = page
      .getByRole('group', { name: /suggest/i })
      .getByRole('button')
      .first()
    const words = (await first.textContent()) ?? ''
    expect(words).toContain(title)
    await first.click()
    expect(await topic.inputValue()).toBe(words)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await headingOf(page, words).waitFor()
    await expect.poll(() => textsOf(words)).toEqual([`Which ${title} paper do we order`])
    const onTop = (each: typeof page) =>
      each.getByRole('region', { name: 'Conversations' }).locator('.row-title').first().textContent()
    await expect.poll(() => onTop(other)).toBe(words)
    await page.goto(`/#topics/channel/${story.world.channels.design}-design`)
    await expect.poll(() => onTop(page)).toBe(words)
  },
)

test.each(sizes)(
  '%s, whoever does not go to what they sent stays, ready for the next topic, and is told where it went',
  async (_, size) => {
    const { iris } = story.world.people
    const titles = size === phone ? ['stays', 'stays too'] : ['rests', 'rests too']
    await iris.call(updateSettings, { web_navigate_to_sent_message: false })
    const page = await story.open('iris', { path: `/#new/topic/${story.world.channels.design}`, ...size })
    const box = page.getByRole('textbox', { name: 'Message #design' })
    const topic = page.getByRole('combobox', { name: 'Topic' })
    for (const title of titles) {
      await box.fill(`About ${title}`)
      await topic.fill(title)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect.poll(() => textsOf(title)).toEqual([`About ${title}`])
      await page
        .getByRole('status')
        .filter({ hasText: `Sent to #design > ${title}.` })
        .waitFor()
      expect([await box.inputValue(), await topic.inputValue()]).toEqual(['', ''])
      expect(new URL(page.url()).hash).toContain('#new/topic/')
    }
    await page
      .getByRole('status')
      .filter({ hasText: 'Sent to' })
      .getByRole('button', { name: 'Open' })
      .click()
    await headingOf(page, titles[1]!).waitFor()
    await iris.call(updateSettings, { web_navigate_to_sent_message: true })
  },
)

test('whoever begins a topic follows it, is told so, and takes it back by Undo', async () => {
  const page = await story.open('iris', { path: `/#new/topic/${story.world.channels.design}` })
  await page.getByRole('textbox', { name: 'Message #design' }).fill('Who waters the plants?')
  await page.getByRole('combobox', { name: 'Topic' }).fill('plants')
  await page.keyboard.press('Control+Enter')
  await headingOf(page, 'plants').waitFor()
  // One goes on writing.
  await boxOf(page, 'plants').and(page.locator(':focus')).waitFor()
  const note = page.getByRole('status').filter({ hasText: 'You follow plants' })
  await note.waitFor()
  await rowOf(page, /^plants.*Followed/).waitFor()
  await note.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => rowOf(page, /^plants.*Followed/).count()).toBe(0)
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
})

test('after the first message to several people one goes on writing, and their names have one order', async () => {
  const page = await story.open('iris', { path: '/#new/direct' })
  const to = page.getByRole('combobox', { name: 'To' })
  for (const name of ['Otto', 'Mia']) {
    await to.fill(name)
    await page.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Enter')
  }
  const names = 'Mia Sato and Otto Lindqvist'
  const box = page.getByRole('textbox', { name: `Message ${names}` })
  await box.fill('Tea at four?')
  await box.press('Control+Enter')
  await headingOf(page, names).waitFor()
  await box.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Or at five')
  expect(await box.inputValue()).toBe('Or at five')
})

test('where it is allowed, a message goes without a title, and gets one by a click', async () => {
  await policyOf('allow_empty_topic')
  const page = await story.open('iris', { path: `/#new/topic/${story.world.channels.engine}` })
  await page.getByRole('textbox', { name: 'Message #engine' }).fill('Turbine makes strange noises')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await headingOf(page, 'general chat').waitFor()
  await expect.poll(() => textsOf('', 'engine')).toEqual(['Turbine makes strange noises'])
  await page
    .getByRole('button', { name: /^Give it a title: turbine/ })
    .first()
    .click()
  await headingOf(page, /^turbine/).waitFor()
  await expect.poll(() => textsOf('', 'engine')).toEqual([])
})

test('where a title is required, none is refused before sending', async () => {
  await policyOf('disable_empty_topic')
  const page = await story.open('iris', { path: `/#new/topic/${story.world.channels.engine}` })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages')) calls.push(request.url())
  })
  await page.getByRole('textbox', { name: 'Message #engine' }).fill('Broken elevator')
  const topic = page.getByRole('combobox', { name: 'Topic' })
  await expect.poll(() => topic.inputValue()).toBe('broken elevator')
  await topic.fill('')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'needs a topic' }).waitFor()
  expect(await topic.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(calls).toEqual([])
  await topic.fill('elevator')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => textsOf('elevator', 'engine')).toEqual(['Broken elevator'])
})

test.each(widths)('%s, a channel without topics opens as one conversation', async (_, size) => {
  const name = size === phone ? 'hall' : 'lobby'
  const { olive, iris } = story.world.people
  const { id } = await olive.call(createChannel, {
    name,
    subscribers: [iris.id],
    topics_policy: 'empty_topic_only',
  })
  const page = await story.open('iris', { ...size, path: '/#places' })
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name }).click()
  const box = page.getByRole('textbox', { name: `Message #${name}` })
  await box.waitFor()
  expect(await page.getByRole('combobox', { name: 'Topic' }).count()).toBe(0)
  await page.goto(`/#new/topic/${id}`)
  await box.waitFor()
  expect(await page.getByRole('combobox', { name: 'Topic' }).count()).toBe(0)
  await box.fill('Hello, all')
  await box.press('Control+Enter')
  await articleOf(page, 'Hello, all').waitFor()
})

test('a conversation that is moved takes its reader along, and old links with it', async () => {
  const id = await send('otto', 'shades', 'Which shade?')
  await send('otto', 'shades', 'This one?')
  const page = await open('iris', 'shades')
  await boxOf(page, 'shades').fill('Half a thought')
  await story.world.people.otto.call(updateMessage, {
    message_id: id,
    topic: 'palette',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  })
  await headingOf(page, 'palette').waitFor()
  await page.getByRole('status').getByText('Otto Lindqvist moved this conversation to palette').waitFor()
  expect(new URL(page.url()).hash).toContain('/topic/palette')
  expect(await boxOf(page, 'palette').inputValue()).toBe('Half a thought')
  await boxOf(page, 'palette').press('Control+Enter')
  await expect.poll(() => textsOf('palette')).toEqual(['Which shade?', 'This one?', 'Half a thought'])
  expect(await textsOf('shades')).toEqual([])
  for (const size of [{}, phone]) {
    const later = await story.open('mia', { path: addressOf('shades', `/near/${id}`), ...size })
    await headingOf(later, 'palette').waitFor()
    await articleOf(later, 'Which shade?').waitFor()
    await expect.poll(() => new URL(later.url()).hash).toContain(`/topic/palette/near/${id}`)
  }
})
