import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { expect, test, vi } from 'vitest'
import { articleOf, boxOf, headingOf, inTopics } from '#test/in-topics.ts'
import { phone, stage, widths } from '#test/story.ts'

const story = stage()
const { send, open, messagesOf } = inTopics(story)

/** Lets only administrators, or everybody, post in design. */
async function letPost(role: 'role:administrators' | 'role:everyone'): Promise<void> {
  const { olive } = story.world.people
  const { user_groups } = await olive.call(getUserGroups, {})
  const group = user_groups.find(({ name }) => name === role)!
  await olive.call(updateStream, {
    stream_id: story.world.channels.design,
    can_send_message_group: { new: group.id },
  })
}

const textsOf = async (topic: string) => (await messagesOf('iris', topic)).map(({ content }) => content)

test.each(widths)('%s, a message that is refused stays, and goes when it may', async (_, size) => {
  const topic = size === phone ? 'refused by touch' : 'refused'
  await send('otto', topic, 'Hello')
  const page = await open('mia', topic, size)
  story.expectComplaint(/400|Failed to load/)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(
    (url) => url.pathname.endsWith('/messages'),
    async (route) => {
      if (route.request().method() === 'POST') await held
      await route.fallback()
    },
  )
  await boxOf(page, topic).fill('My two cents')
  await boxOf(page, topic).press('Control+Enter')
  const article = articleOf(page, 'My two cents')
  try {
    await letPost('role:administrators')
    letGo()
    const alert = article.getByRole('alert')
    await alert.getByText('Not sent').waitFor()
    expect(await alert.textContent()).toMatch(/authorized|permission|may not/i)
    expect(await textsOf(topic)).toEqual(['Hello'])
    await expect.poll(() => boxOf(page, topic).count()).toBe(0)
  } finally {
    await letPost('role:everyone')
  }
  await boxOf(page, topic).waitFor()
  await article.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => textsOf(topic)).toEqual(['Hello', 'My two cents'])
  await expect.poll(() => article.getByText('Not sent').count()).toBe(0)
})

test('the first message of a topic stands there once, though the server tells of it before it answers', async () => {
  const { design } = story.world.channels
  const page = await story.open('iris', { path: `/#new/topic/${design}` })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  // The server gets the message. Its answer and the event are late.
  await page.route(/\/json\/(messages|events)(\?|$)/, async (route) => {
    const request = route.request()
    if (request.method() === 'GET' && request.url().includes('/messages')) {
      if (request.url().includes('once'))
        await vi.waitUntil(async () => (await textsOf('once')).length > 0, 10_000)
      return route.fallback()
    }
    // The poll that waits when the page is closed has no answer.
    const response = await route.fetch().catch(() => undefined)
    await held
    if (response) await route.fulfill({ response }).catch(() => undefined)
  })
  const fetched = page.waitForResponse((response) => /messages\?.*once/.test(response.url()))
  await page.getByRole('textbox', { name: 'Message #design' }).fill('Only once')
  await page.getByRole('combobox', { name: 'Topic' }).fill('once')
  await page.getByRole('textbox', { name: 'Message #design' }).press('Control+Enter')
  await (await fetched).finished()
  await headingOf(page, 'once').waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await articleOf(page, 'Only once').count()).toBeLessThan(2)
  letGo()
  // The page waits for the answer before it draws what it has fetched.
  await articleOf(page, 'Only once').first().waitFor()
  await expect.poll(() => articleOf(page, 'Only once').getByText('Sending').count()).toBe(0)
  expect(await articleOf(page, 'Only once').count()).toBe(1)
})

test.each(widths)(
  '%s, a text that may not be sent any more stays in its box, with the reason',
  async (_, size) => {
    const topic = size === phone ? 'kept by touch' : 'kept'
    await send('otto', topic, 'Hello')
    const page = await open('mia', topic, size)
    const box = boxOf(page, topic)
    await box.focus()
    await page.keyboard.type('Half a thought')
    const sendButton = page.getByRole('button', { name: 'Send', exact: true })
    try {
      await letPost('role:administrators')
      await page.getByText(/^Only .* may (?:post|write)/).waitFor()
      expect(await box.inputValue()).toBe('Half a thought')
      expect(await sendButton.isDisabled()).toBe(true)
      await box.press('Control+Enter')
      expect(await textsOf(topic)).toEqual(['Hello'])
      // Where nothing is written, the sentence stands alone.
      await box.fill('')
      await expect.poll(() => box.count()).toBe(0)
    } finally {
      await letPost('role:everyone')
    }
    await box.waitFor()
  },
)

test('the text of a refused message is under Edit', async () => {
  await send('otto', 'edit it', 'Hello')
  const page = await open('mia', 'edit it')
  story.expectComplaint(/400|Failed to load/)
  await page.route(
    (url) => url.pathname.endsWith('/messages'),
    (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { result: 'error', msg: 'Not today.', code: 'BAD_REQUEST' } })
        : route.fallback(),
  )
  await boxOf(page, 'edit it').fill('Once more')
  await boxOf(page, 'edit it').press('Control+Enter')
  const article = articleOf(page, 'Once more')
  await article.getByRole('alert').getByText('Not today.').waitFor()
  await article.getByRole('button', { name: 'Edit' }).click()
  await expect.poll(() => boxOf(page, 'edit it').inputValue()).toBe('Once more')
  expect(await article.count()).toBe(0)
})
