import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { botTypes } from '@tagma/contract/objects/bot.ts'
import { expect, onTestFinished, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage({ TAGMA_OUTGOING_ALLOW: '127.0.0.1', TAGMA_WEBHOOK_TIMEOUT: '2' })

test('an incoming webhook is made, its address tried and copied, and what came of it is shown', async () => {
  const page = await story.open('olive', { path: '/#settings/your-bots' })
  await page.getByText('You have no bots.').waitFor()
  await page.getByRole('button', { name: 'New bot' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Größe & Bau')
  const short = page.getByRole('textbox', { name: 'First part of the address' })
  await expect.poll(() => short.inputValue()).toBe('grosse-bau')
  await page.getByRole('combobox', { name: 'Service' }).selectOption('GitHub')
  await page.getByRole('button', { name: 'Make the bot' }).click()
  await page.getByRole('heading', { level: 1, name: 'Größe & Bau' }).waitFor()
  await page.getByRole('combobox', { name: 'Channel', exact: true }).selectOption('design')
  await page.getByRole('textbox', { name: 'Topic', exact: true }).fill('from a service')
  const address = page.getByRole('textbox', { name: 'Address for the service' })
  await expect
    .poll(() => address.inputValue())
    .toMatch(/\/api\/v1\/external\/github\?api_key=\w{32}&stream=\d+&topic=from%20a%20service$/)
  await page.getByText('Nothing came within a day.').waitFor()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText(/^The address took an example/).waitFor()
  await page.getByText('Posted 1 message').waitFor()
  const { messages } = await story.world.people.olive.call(getMessages, {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: 'design' },
      { operator: 'topic', operand: 'from a service' },
    ],
  })
  expect(messages.map(({ sender_full_name }) => sender_full_name)).toEqual(['Größe & Bau'])
  // With a secret, what is not signed is refused, and the page shows that.
  await page.getByLabel('Secret for signatures').fill('a secret')
  await page.getByRole('button', { name: 'Keep the secret' }).click()
  await page.getByText(/^A secret is kept/).waitFor()
  story.expectComplaint('400')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('alert').filter({ hasText: 'The address refused the example' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})

test('an outgoing webhook shows the call that failed, and tries it again', async () => {
  let isUp = false
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(isUp ? 200 : 503).end(isUp ? '{"content": "Here I am."}' : '')
  })
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    receiver.close()
  })
  const { olive } = story.world.people
  const { user_id } = await olive.call(createBot, {
    full_name: 'Echo',
    short_name: 'echo',
    bot_type: botTypes.outgoingWebhook,
    payload_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  })
  await story.world.send('olive', { channel: 'design', topic: 'echoes' }, '@**Echo** are you there?')
  const page = await story.open('olive', { path: `/#bots/${user_id}`, ...phone })
  const again = page.getByRole('button', { name: /^Try the call of/ })
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Look again' }).click()
      return again.count()
    })
    .toBe(1)
  await page.getByText('the status 503', { exact: true }).waitFor()
  isUp = true
  await again.click()
  await page.getByText('The call is on its way again.').waitFor()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('This bot is deactivated.').waitFor()
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('heading', { name: 'Service that is called' }).waitFor()
  // Somebody else reads who may change it.
  const other = await story.open('mia', { path: `/#bots/${user_id}` })
  await other.getByText(/^Only the owner of this bot and administrators/).waitFor()
  expect(await other.getByRole('button', { name: 'Show the key' }).count()).toBe(0)
})
