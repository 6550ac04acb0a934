import { createClient } from '@tagma/client/client.ts'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { setBotCommands } from '@tagma/contract/endpoints/bots/set-bot-commands.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { addCodePlayground } from '@tagma/contract/endpoints/playgrounds/add-code-playground.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { sendSubmessage } from '@tagma/contract/endpoints/submessages/send-submessage.ts'
import type { Buttons } from '@tagma/contract/objects/buttons.ts'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, boxOf, inTopics, rowOf } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'

const story = stage()
const { send, open, messagesOf } = inTopics(story)

test('three people vote in a poll, its author changes the question, and a reload shows the same', async () => {
  await send('iris', 'poll', '/poll Which grey?\nwarm\ncold')
  const [iris, otto, mia] = [
    await open('iris', 'poll'),
    await open('otto', 'poll'),
    await open('mia', 'poll', phone),
  ]
  const vote = (page: typeof iris, name: RegExp) => page.getByRole('button', { name }).click()
  await vote(iris, /^warm, 0 votes/)
  // One second, and not the usual patience of a story.
  await otto.getByRole('button', { name: /^warm, 1 vote/ }).waitFor({ timeout: 1000 })
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

test('a tick that does not reach the server is taken back, and said', async () => {
  await send('iris', 'unticked', '/todo Print\npaper: A4')
  const page = await open('otto', 'unticked')
  const tick = page.getByRole('checkbox', { name: 'paper: A4' })
  story.expectComplaint('Failed to load resource')
  await page.route('**/submessage', (route) => route.abort())
  await tick.click()
  await page.getByRole('alert').getByText('The server did not answer.').waitFor()
  expect(await tick.isChecked()).toBe(false)
  await page.unroute('**/submessage')
  await tick.click()
  await expect
    .poll(async () => (await messagesOf('otto', 'unticked')).at(-1)?.submessages?.length)
    .toBeGreaterThan(1)
  expect(await tick.isChecked()).toBe(true)
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
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('print("a  b")\n\tx = 1')
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
])('%s, a message of 200 lines is folded and opens', async (where, size) => {
  const lines = Array.from({ length: 200 }, (_each, index) => `Line ${index + 1}`)
  await send('otto', `long ${where}`, lines.join('\n'))
  const page = await open('mia', `long ${where}`, size)
  const article = page.getByRole('article').last()
  const { height } = (await article.boundingBox())!
  expect(height).toBeLessThan(page.viewportSize()!.height)
  const top = async () => Math.round((await article.boundingBox())!.y)
  const read = await top()
  await article.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(async () => (await article.boundingBox())!.height).toBeGreaterThan(200 * 16)
  // One reads on where one was: it opens downwards.
  expect(await top()).toBe(read)
  await article.getByRole('button', { name: 'Show less' }).click()
  await expect
    .poll(async () => (await article.boundingBox())!.height)
    .toBeLessThan(page.viewportSize()!.height)
  await expect.poll(() => isInSight(article)).toBe(true)
  expect(await top()).toBeGreaterThan(0)
})

test('a long message is whole where the column has room for it, and folded where it has not', async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_each, index) => `Line ${index + 1}`).join('\n')
  await send('otto', 'room for one', lines(21))
  const page = await open('mia', 'room for one')
  const button = page.getByRole('button', { name: 'Show more' })
  await articleOf(page, 'Line 21').waitFor()
  expect(await button.count()).toBe(0)
  // It stays as it is when others come, and is folded among them later.
  for (let at = 0; at < 8; at++) await send('otto', 'room for one', `Answer ${at}`)
  await articleOf(page, 'Answer 7').waitFor()
  expect(await button.count()).toBe(0)
  await page.reload()
  await button.waitFor()
})

const isInSight = (article: Locator) =>
  article.evaluate((each) => {
    const { top, bottom } = each.closest('.messages-scroller')!.getBoundingClientRect()
    const box = each.getBoundingClientRect()
    return box.bottom > top && box.top < bottom
  })

test('a message is collapsed and expanded by its key and its menu, also after its button showed it whole', async () => {
  const { iris } = story.world.people
  const lines = Array.from({ length: 60 }, (_each, index) => `Line ${index + 1}`)
  const id = await send('otto', 'collapsed', lines.join('\n'))
  const page = await open('iris', 'collapsed')
  const article = page.locator(`article[data-id="${id}"]`)
  const height = async () => (await article.boundingBox())!.height
  const isCollapsed = async () =>
    (await messagesOf('iris', 'collapsed')).find((each) => each.id === id)?.flags.includes('collapsed')
  await article.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(height).toBeGreaterThan(60 * 16)
  await article.focus()
  await page.keyboard.press('-')
  await expect.poll(height).toBeLessThan(200)
  await expect.poll(isCollapsed).toBe(true)
  await expect.poll(() => isInSight(article)).toBe(true)
  await article.getByRole('button', { name: 'Expand' }).click()
  await expect.poll(height).toBeGreaterThan(60 * 16)
  await expect.poll(isCollapsed).toBe(false)
  await article.getByRole('button', { name: 'Show less' }).click()
  await expect.poll(height).toBeLessThan(60 * 16)
  // The same key unfolds a message, whatever has folded it.
  await article.focus()
  await page.keyboard.press('-')
  await expect.poll(height).toBeGreaterThan(60 * 16)
  await page.keyboard.press('i')
  await page.getByRole('menuitem', { name: 'Collapse' }).click()
  await expect.poll(height).toBeLessThan(200)
  await page.keyboard.press('i')
  await page.getByRole('menuitem', { name: 'Expand' }).click()
  await expect.poll(height).toBeGreaterThan(60 * 16)
  // On another device.
  await iris.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'collapsed' })
  await expect.poll(height).toBeLessThan(200)
})

test('text in Hebrew stands from right to left, and a spoiler opens by Enter', async () => {
  await send('otto', 'scripts', 'שלום עולם')
  await send('otto', 'scripts', '```spoiler Who did it?\nThe butler\n```')
  const page = await open('iris', 'scripts')
  const paragraph = await articleOf(page, 'שלום עולם')
    .getByText('שלום עולם')
    .evaluate((each) => {
      const range = document.createRange()
      range.selectNodeContents(each)
      const { direction } = getComputedStyle(each)
      return { direction, space: each.getBoundingClientRect().right - range.getBoundingClientRect().right }
    })
  expect(paragraph.direction).toBe('rtl')
  expect(Math.abs(paragraph.space)).toBeLessThan(1)
  expect(await articleOf(page, 'Who did it?').getByText('The butler').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Who did it?' }).focus()
  await page.keyboard.press('Enter')
  await articleOf(page, 'Who did it?').getByText('The butler').waitFor()
})

test('emoji are names for whoever prefers them, in messages, reactions and lists', async () => {
  const { iris, otto } = story.world.people
  const id = await send('otto', 'emoji', 'Done :tada: and printed')
  await otto.call(addReaction, { message_id: id, emoji_name: 'heart' })
  const page = await open('iris', 'emoji')
  await articleOf(page, 'Done 🎉 and printed').waitFor()
  await iris.call(updateSettings, { emojiset: 'text' })
  await articleOf(page, 'Done :tada: and printed').waitFor()
  await page
    .getByRole('button', { name: /^heart: 1/ })
    .getByText(':heart:')
    .waitFor()
  await expect.poll(() => rowOf(page, 'emoji').innerText()).toContain('Done :tada: and printed')
  await iris.call(updateSettings, { emojiset: 'google' })
  await articleOf(page, 'Done 🎉 and printed').waitFor()
})

test('a link to a conversation tells its title, who writes there, and its newest message', async () => {
  const { people, channels } = story.world
  const id = await send('mia', 'linked', 'Which paper?')
  await send('otto', 'linked', 'The **grey** one')
  await send('otto', 'linking', `See #**design>linked@${id}** and #**design>linked**`)
  const page = await open('iris', 'linked')
  // The list of the channel has its topics, read or not.
  await page.goto(`/#topics/channel/${channels.design}-design`)
  await page.goto(`/#narrow/channel/${channels.design}-design/topic/linking`)
  const link = articleOf(page, 'See').getByRole('link').first()
  await link.hover()
  const tip = page.getByRole('tooltip')
  await expect.poll(() => tip.innerText()).toContain('#design > linked\n')
  expect(await tip.innerText()).toContain('Otto Lindqvist')
  expect(await tip.innerText()).toContain('Mia Sato')
  expect(await tip.innerText()).toContain('Otto Lindqvist: The grey one')
  // A conversation that was moved is told under its present title, also to those who come by keys.
  await people.otto.call(updateMessage, {
    message_id: id,
    topic: 'palette',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  })
  await rowOf(page, 'palette').waitFor()
  await page.mouse.move(1, 1)
  await expect.poll(() => tip.count()).toBe(0)
  await articleOf(page, 'See').getByRole('button', { name: 'Otto Lindqvist' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => tip.innerText()).toContain('#design > palette\n')
})

test('links to conversations say their present titles, whatever they were written with, and follow moves', async () => {
  const { people, channels } = story.world
  const id = await send('mia', 'was here', 'Where does this go?')
  const address = `${story.server.url}/#narrow/channel/${channels.design}-design/topic/was.20here/near/${id}`
  await send('otto', 'pointing', `One #**design>was here@${id}** two #**design>was here** three ${address}`)
  await send('otto', 'pointing', `Its own words: [look](${address})`)
  const page = await open('iris', 'pointing')
  const titles = () => articleOf(page, 'One').getByRole('link').filter({ hasText: '#' }).allTextContents()
  await expect
    .poll(titles)
    .toEqual(['#design > was here @ 💬', '#design > was here', '#design > was here @ 💬'])
  const move = (topic: string) =>
    people.otto.call(updateMessage, {
      message_id: id,
      topic,
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    })
  await move('is here')
  const moved = ['#design > is here @ 💬', '#design > is here', '#design > is here @ 💬']
  await expect.poll(titles).toEqual(moved)
  // A page that knows neither the move nor the message.
  await move('✔ is here')
  const other = await open('otto', 'pointing')
  await expect
    .poll(() => articleOf(other, 'One').getByRole('link').filter({ hasText: '#' }).allTextContents())
    .toEqual(moved.map((title) => title.replace('is here', '✔ is here')))
  expect(await articleOf(page, 'Its own words').getByRole('link').last().textContent()).toBe('look')
})

test('a call is begun by its button or the palette, where the organization has calls', async () => {
  const page = await open('iris', 'colors')
  const box = boxOf(page, 'colors')
  await page.getByRole('button', { name: 'Begin a video call' }).click()
  const first = await box.inputValue()
  expect(first).toMatch(/^\[Join the video call\]\(https:\/\/meet\.jit\.si\/[0-9a-f]{30}\)/)
  await box.fill('')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('video call')
  await page.keyboard.press('Enter')
  await expect.poll(() => box.inputValue()).toContain('https://meet.jit.si/')
  expect(await box.inputValue()).not.toBe(first)
  await box.fill('')
  await story.world.people.olive.call(updateRealm, { video_chat_provider: 0 })
  await expect.poll(() => page.getByRole('button', { name: 'Begin a video call' }).count()).toBe(0)
})

/** A bot of Iris’s, and the events that it gets from now on. */
async function makeBot() {
  const { people, url, channels } = story.world
  const made = await people.iris.call(createBot, {
    full_name: 'Deployer',
    short_name: 'deployer',
    bot_type: 1,
  })
  const bot = createClient({ url, credentials: { email: 'deployer-bot@localhost', apiKey: made.api_key } })
  const { queue_id, last_event_id } = await bot.call(registerQueue, {
    event_types: ['tagma_command', 'tagma_action'],
  })
  const told = async () => {
    const args = { queue_id: queue_id ?? '', last_event_id, dont_block: true }
    return (await bot.call(getEvents, args)).events
  }
  return { bot, told, id: made.user_id, channel: channels.design }
}

const asking = (
  heading: string,
  ...choices: Partial<Buttons['extra_data']['choices'][number]>[]
): Buttons => ({
  widget_type: 'zform',
  extra_data: {
    type: 'choices',
    heading,
    choices: choices.map((choice) => ({
      type: 'multiple_choice',
      short_name: '',
      long_name: '',
      reply: 'never',
      ...choice,
    })),
  },
})

test('a bot’s command is completed and given, and its buttons tell it, answer for people, and change', async () => {
  const { bot, told, id, channel } = await makeBot()
  const commands = [
    { name: 'deploy', summary: 'Deploys a branch', usage: '<branch>' },
    { name: 'direct-only', summary: 'Not here', in: ['direct' as const] },
  ]
  await bot.call(setBotCommands, { bot_id: id, commands })
  await send('otto', 'buttons', 'Hello')
  const [iris, otto] = [await open('iris', 'buttons'), await open('otto', 'buttons', phone)]
  const box = boxOf(iris, 'buttons')
  await box.fill('/D')
  const option = iris.getByRole('option', { name: /deploy/ })
  await option.getByText('<branch> · Deploys a branch · Deployer').waitFor()
  expect(await iris.getByRole('option').count()).toBe(1)
  await option.click()
  expect(await box.inputValue()).toBe('/deploy ')
  await box.fill('/deploy main')
  await box.press('Control+Enter')
  await expect
    .poll(told)
    .toMatchObject([{ type: 'tagma_command', command: { name: 'deploy', text: 'main' } }])

  const to = { type: 'channel', to: channel, topic: 'buttons' } as const
  const { id: message_id } = await bot.call(sendMessage, {
    ...to,
    content: 'Deploy **main**?',
    widget_content: asking(
      '',
      { short_name: 'Deploy', action: 'go' },
      { short_name: 'Wait', reply: 'Please wait.' },
    ),
  })
  await articleOf(otto, 'Deploy main?').waitFor()
  await iris.getByRole('button', { name: 'Wait' }).click()
  await expect.poll(async () => (await messagesOf('iris', 'buttons')).at(-1)?.content).toBe('Please wait.')
  await otto.getByRole('button', { name: 'Deploy', exact: true }).click()
  await expect.poll(told).toMatchObject([{}, { type: 'tagma_action', action: 'go', message_id }])

  const content = JSON.stringify(asking(''))
  await bot.call(sendSubmessage, { message_id, msg_type: 'widget', content })
  await bot.call(updateMessage, { message_id, content: 'Deployed.' })
  for (const page of [iris, otto]) {
    await page.getByRole('feed').getByText('Deployed.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Wait' }).count()).toBe(0)
  }

  await bot.call(sendMessage, {
    ...to,
    content: 'Which? A: grey. B: blue.',
    widget_content: asking(
      'Which colour?',
      { short_name: 'A', long_name: 'grey' },
      { short_name: 'B', long_name: 'blue' },
    ),
  })
  const form = otto.getByRole('group', { name: 'Which colour?' })
  await form
    .getByRole('button', { name: 'B' })
    .and(otto.getByRole('button', { description: 'blue' }))
    .waitFor()
  expect(await otto.getByText('Which? A: grey.').count()).toBe(0)
})
