import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { pressButton } from '@tagma/contract/endpoints/submessages/press-button.ts'
import { sendSubmessage } from '@tagma/contract/endpoints/submessages/send-submessage.ts'
import type { Buttons } from '@tagma/contract/objects/buttons.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const asking = (...choices: Partial<Buttons['extra_data']['choices'][number]>[]): Buttons => ({
  widget_type: 'zform',
  extra_data: {
    type: 'choices',
    heading: 'Deploy 7?',
    choices: choices.map((choice) => ({
      type: 'multiple_choice',
      short_name: 'Yes',
      long_name: '',
      reply: 'yes',
      ...choice,
    })),
  },
})

async function stage() {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const bot = await t.given.bot('ops', iris)
  const channel = await t.given.channel([iris, otto, bot])
  const send = (widget_content: Buttons) =>
    t
      .as(bot)
      .call(sendMessage, { type: 'channel', to: channel.id, topic: 'x', content: 'Deploy?', widget_content })
  return { t, iris, otto, mia, bot, channel, send }
}

test('a bot sends buttons, learns who presses one, and changes them', async () => {
  const { t, otto, bot, channel, send } = await stage()
  const first = asking({ action: 'approve 7' }, { short_name: 'No', reply: 'no' })
  let id = 0
  const sent = await converge(t, [otto], async () => {
    id = (await send(first)).id
  })
  expect(sent.get(otto.id)?.slice(0, 1)).toMatchObject([
    { type: 'message', message: { submessages: [{ msg_type: 'widget', content: JSON.stringify(first) }] } },
  ])
  const pressed = await converge(t, [bot, otto], () =>
    t.as(otto).call(pressButton, { message_id: id, action: 'approve 7' }),
  )
  expect(pressed.get(bot.id)).toMatchObject([
    {
      type: 'tagma_action',
      message_id: id,
      user_id: otto.id,
      action: 'approve 7',
      stream_id: channel.id,
      topic: 'x',
    },
  ])
  expect(pressed.get(otto.id)).toEqual([])
  const none = JSON.stringify(asking())
  await converge(t, [otto], async () => {
    await t.as(bot).call(sendSubmessage, { message_id: id, msg_type: 'widget', content: none })
    await t.as(bot).call(updateMessage, { message_id: id, content: 'Deployed.' })
  })
  const { messages } = await t.as(otto).call(getMessages, { message_ids: [id], apply_markdown: false })
  expect(messages).toMatchObject([{ content: 'Deployed.', submessages: [{}, { content: none }] }])
  const late = await t.as(otto).refusal(pressButton, { message_id: id, action: 'approve 7' })
  expect(late.message).toBe('The message has no such button any more.')
})

test('buttons in direct messages name all who take part', async () => {
  const { t, otto, bot } = await stage()
  const widget_content = asking({ action: 'a' })
  const { id } = await t
    .as(bot)
    .call(sendMessage, { type: 'direct', to: [otto.id], content: 'x', widget_content })
  const pressed = await converge(t, [bot], () =>
    t.as(otto).call(pressButton, { message_id: id, action: 'a' }),
  )
  expect(pressed.get(bot.id)).toMatchObject([{ user_ids: [otto.id, bot.id].toSorted((a, b) => a - b) }])
})

test('people send no buttons, others change none, and only people who see them press them', async () => {
  const { t, iris, otto, bot, channel, send } = await stage()
  const widget_content = asking({ action: 'a' })
  const own = { type: 'channel', to: channel.id, topic: 'x', content: 'x', widget_content } as const
  expect((await t.as(otto).refusal(sendMessage, own)).message).toMatch(/Only bots send buttons/)
  const { id } = await send(widget_content)
  const content = JSON.stringify(asking())
  const change = (user: typeof otto, changed = content) =>
    t.as(user).refusal(sendSubmessage, { message_id: id, msg_type: 'widget', content: changed })
  expect((await change(otto)).message).toMatch(/unless you are the author/)
  expect((await change(bot, '{"widget_type":"poll"}')).message).toMatch(/Invalid buttons/)
  expect((await t.as(otto).refusal(pressButton, { message_id: id, action: 'b' })).code).toBe('BAD_REQUEST')
  expect((await t.as(bot).refusal(pressButton, { message_id: id, action: 'a' })).message).toMatch(
    /only people/,
  )
  const hidden = await t.given.channel([iris, bot], { invite_only: true })
  const secret = await t
    .as(bot)
    .call(sendMessage, { type: 'channel', to: hidden.id, topic: 'x', content: 'x', widget_content })
  expect((await t.as(otto).refusal(pressButton, { message_id: secret.id, action: 'a' })).message).toBe(
    'Invalid message(s)',
  )
  const plain = await t.given.message(otto, channel)
  expect((await t.as(iris).refusal(pressButton, { message_id: plain, action: 'a' })).message).toMatch(
    /no such/,
  )
})

test.each([
  [{ widget_type: 'poll', extra_data: {} }],
  [asking({ short_name: ' ' })],
  [asking({ reply: 'x'.repeat(201) })],
  [asking(...Array.from({ length: 26 }, () => ({})))],
])('buttons of a wrong form are refused', async (widget) => {
  const { send } = await stage()
  await expect(send(widget as Buttons)).rejects.toThrow(/widget_content/)
})
