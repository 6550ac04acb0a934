import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { getScheduledMessages } from '@tagma/contract/endpoints/scheduled/get-scheduled-messages.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { passMinutes, serverAhead } from '@tagma/server/test/server-process.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, headingOf, inTopics } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'
import { makeWorld } from '#test/world.ts'

const story = stage({}, makeWorld, serverAhead)
const { send, open, messagesOf } = inTopics(story)

const sizes = [
  ['at a desk', {}, 'iris'],
  ['on a phone', phone, 'otto'],
] as const

let ahead = 0

/** Lets minutes pass on the server. */
async function pass(minutes: number): Promise<void> {
  await passMinutes(story.server, minutes)
  ahead += minutes
}

/** A time for a field of a form, that many minutes from now by the server's clock. Pages are in UTC. */
const inMinutes = (minutes: number) =>
  new Date(Date.now() + (ahead + minutes) * 60_000).toISOString().slice(0, 16)

/** The rows of *Later*. */
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

async function sendLater(page: Page, label: string, text: string, minutes: number): Promise<void> {
  const box = page.getByRole('textbox', { name: label, exact: true })
  await box.fill(text)
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('menuitem', { name: 'Another time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send later' })
  await dialog.getByLabel('When').fill(inMinutes(minutes))
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await page.getByRole('status').filter({ hasText: 'Will be sent on' }).waitFor()
  await expect.poll(() => box.inputValue()).toBe('')
}

/** Changes a scheduled message on the page of those. */
async function change(
  page: Page,
  text: string,
  to: { text: string; minutes: number },
  button: string,
): Promise<void> {
  await rows(page).filter({ hasText: text }).getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: 'Scheduled message' })
  await dialog.getByLabel('Message').fill(to.text)
  await dialog.getByLabel('When').fill(inMinutes(to.minutes))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rows(page).filter({ hasText: to.text }).waitFor()
}

test.each(sizes)(
  '%s, a message is sent once, at the time and with the text that it has by then',
  async (_, size, name) => {
    const topic = `later of ${name}`
    const textsOf = async () => (await messagesOf(name, topic)).map(({ content }) => content)
    await send('mia', topic, 'Hello')
    const page = await open(name, topic, size)
    await sendLater(page, `Message #design > ${topic}`, 'Good morning', 2)
    await sendLater(page, `Message #design > ${topic}`, 'Unchanged', 2)
    await page.goto('/#scheduled')
    await change(page, 'Good morning', { text: 'Good evening', minutes: 6 }, 'Edit')
    await pass(3)
    // The time that it had at first is over: what was not changed is sent.
    await expect.poll(textsOf).toEqual(['Hello', 'Unchanged'])
    await expect.poll(() => rows(page).filter({ hasText: 'Unchanged' }).count()).toBe(0)
    await rows(page).filter({ hasText: 'Good evening' }).waitFor()
    await pass(4)
    await expect.poll(textsOf).toEqual(['Hello', 'Unchanged', 'Good evening'])
    await page.getByText('Nothing is scheduled.').waitFor()
    await pass(2)
    // Whatever is due by now has been sent when the next one is.
    await page.goto(inTopics(story).addressOf(topic))
    await sendLater(page, `Message #design > ${topic}`, 'The last one', 1)
    await pass(2)
    await expect.poll(textsOf).toEqual(['Hello', 'Unchanged', 'Good evening', 'The last one'])
    await articleOf(page, 'The last one').waitFor()
    expect(await articleOf(page, 'Good evening').count()).toBe(1)
  },
)

test.each(sizes)(
  '%s, a message to a channel that is archived fails visibly, and can be sent at another time',
  async (_, size, name) => {
    const { olive, iris, otto } = story.world.people
    const channel = `closing ${name}`
    const { id: stream_id } = await olive.call(createChannel, {
      name: channel,
      subscribers: [iris.id, otto.id],
      send_new_subscription_messages: false,
    })
    await otto.call(sendMessage, { type: 'channel', to: stream_id, topic: 'plans', content: 'Hello' })
    const page = await story.open(name, { path: `/#narrow/channel/${stream_id}-x/topic/plans`, ...size })
    await headingOf(page, 'plans').waitFor()
    await sendLater(page, `Message #${channel} > plans`, 'Too late?', 2)
    await olive.call(archiveStream, { stream_id })
    await page.goto('/#scheduled')
    await rows(page).filter({ hasText: 'Too late?' }).waitFor()
    await pass(3)
    const row = rows(page).filter({ hasText: 'Too late?' })
    await row.getByRole('alert').getByText('Could not be sent at its time. Choose another time.').waitFor()
    await olive.call(updateStream, { stream_id, is_archived: false })
    await change(page, 'Too late?', { text: 'Not too late.', minutes: 2 }, 'Reschedule')
    await expect.poll(() => rows(page).getByRole('alert').count()).toBe(0)
    await pass(3)
    await page.getByText('Nothing is scheduled.').waitFor()
    const { messages } = await iris.call(getMessages, {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [
        { operator: 'channel', operand: stream_id, negated: false },
        { operator: 'topic', operand: 'plans', negated: false },
      ],
      apply_markdown: false,
    })
    expect(messages.map(({ content }) => content).slice(-2)).toEqual(['Hello', 'Not too late.'])
  },
)

test.each(sizes)(
  '%s, a reminder with a note comes from the Notification Bot, and links its message',
  async (_, size, name) => {
    const topic = `remind ${name}`
    const id = await send('mia', topic, 'Order the paper')
    await send('mia', topic, 'And the ink')
    const page = await open(name, topic, size)
    const article = articleOf(page, 'Order the paper')
    if (size === phone) {
      const { x, y } = (await article.getByText('Order the paper').boundingBox())!
      const press = { pointerType: 'touch', isPrimary: true, clientX: x + 5, clientY: y + 5 }
      await article.getByText('Order the paper').dispatchEvent('pointerdown', press)
      await page.getByRole('menuitem', { name: 'Remind me' }).click()
    } else {
      await article.focus()
      await page.keyboard.press('Shift+B')
    }
    const dialog = page.getByRole('dialog', { name: 'Remind me' })
    await dialog.getByLabel('At').fill(inMinutes(2))
    await dialog.getByLabel('Note').fill('The grey one')
    await dialog.getByRole('button', { name: 'Remind me' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/#reminders')
    // The list leads to the message in its conversation, even if this device does not have the message yet.
    await page.reload()
    const listed = rows(page).filter({ hasText: 'Order the paper' })
    await listed.getByRole('link', { name: `#design > ${topic}` }).click()
    await headingOf(page, topic).waitFor()
    await expect.poll(() => new URL(page.url()).hash).toContain(`/near/${id}`)
    await page.goBack()
    await listed.waitFor()
    await pass(3)
    await page.getByText('No reminders.').waitFor()
    await page.goto('/#inbox')
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('link', { name: /Notification Bot/ })
      .click()
    await headingOf(page, 'Notification Bot').waitFor()
    const reminder = articleOf(page, 'You requested a reminder')
    await reminder.getByText('The grey one').waitFor()
    await reminder.getByText('Order the paper').waitFor()
    await reminder.getByRole('link', { name: new RegExp(topic) }).click()
    await headingOf(page, topic).waitFor()
    await expect.poll(() => new URL(page.url()).hash).toContain(`/near/${id}`)
    await expect.poll(() => articleOf(page, 'Order the paper').isVisible()).toBe(true)
  },
)

test('times are asked for and said in the zone of the profile, by its clock', async () => {
  const { iris } = story.world.people
  await iris.call(updateSettings, { timezone: 'Asia/Kathmandu', twenty_four_hour_time: true })
  await send('mia', 'zones', 'Hello')
  const page = await open('iris', 'zones')
  await page.getByRole('textbox', { name: 'Message #design > zones', exact: true }).fill('Good morning')
  await page.getByRole('button', { name: 'Send later' }).click()
  await page
    .getByRole('menuitem', { name: 'Tomorrow morning' })
    .getByText(/^\w{3} 09:00$/)
    .waitFor()
  await page.getByRole('menuitem', { name: 'Another time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send later' })
  const field = dialog.getByLabel('When')
  await dialog.getByText('In the time zone of your profile: Asia/Kathmandu').waitFor()
  // The next full hour in that zone. The browser's zone is UTC, five and three quarter hours behind.
  const offered = Date.parse(`${await field.inputValue()}+05:45`)
  expect(Math.round((offered - Date.now()) / 3_600_000)).toBe(1)
  await field.fill('2031-05-06T09:07')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await page.getByRole('status').filter({ hasText: 'Will be sent on Tue, May 6, 2031, 09:07' }).waitFor()
  const {
    scheduled_messages: [scheduled],
  } = await iris.call(getScheduledMessages, {})
  expect(scheduled?.scheduled_delivery_timestamp).toBe(Date.parse('2031-05-06T03:22Z') / 1000)
  await page.goto('/#scheduled')
  const row = rows(page).filter({ hasText: 'Good morning' })
  await row.getByText('Tue, May 6, 2031, 09:07').waitFor()
  await row.getByRole('button', { name: 'Edit' }).click()
  expect(await page.getByRole('dialog').getByLabel('When').inputValue()).toBe('2031-05-06T09:07')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Delete' }).click()
  await iris.call(updateSettings, { timezone: '', twenty_four_hour_time: null })
})
