import { getStreamEmailAddress } from '@tagma/contract/endpoints/channels/get-stream-email-address.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

async function scene(environment?: Readonly<Record<string, string>>) {
  const t = await testApp(environment)
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bot = await t.given.bot('builder', iris)
  const channel = await t.given.channel([iris])
  const as = (sender_id?: number) => ({
    stream_id: channel.id,
    ...(sender_id === undefined ? {} : { sender_id }),
  })
  return { t, iris, otto, bot, channel, as }
}

test('channels have no address if the server receives no mail', async () => {
  const { t, iris, bot, as } = await scene()
  for (const sender of [undefined, iris.id, bot.id])
    expect(await t.as(iris).call(getStreamEmailAddress, as(sender))).toMatchObject({ email: '' })
})

test('a user who may post gets an address for each channel and sender, always the same one', async () => {
  const { t, iris, otto, bot, channel, as } = await scene({
    TAGMA_INCOMING_MAIL_PORT: '2525',
    TAGMA_INCOMING_MAIL_DOMAIN: 'chat.example.com',
  })
  const gateway = t.directory.userByEmail('emailgateway@zulip.com')
  const addressOf = async (holder: typeof iris, sender?: number) =>
    (await t.as(holder).call(getStreamEmailAddress, as(sender))).email
  const addresses = [
    await addressOf(iris),
    await addressOf(iris, iris.id),
    await addressOf(iris, bot.id),
    await addressOf(otto),
  ]
  expect(new Set(addresses).size).toBe(4)
  for (const [index, sender] of [gateway?.id, iris.id, bot.id, gateway?.id].entries()) {
    const holder = index === 3 ? otto : iris
    const claim = [channel.id, holder.id, sender ?? 0].map((id) => id.toString(36)).join('-')
    expect(addresses[index]).toMatch(new RegExp(`^${claim}-[\\da-z]{16}@chat\\.example\\.com$`))
  }
  expect(await addressOf(iris, gateway?.id)).toBe(addresses[0])
})

test('the sender is the caller, one of their bots, or the email gateway', async () => {
  const { t, iris, otto, as } = await scene()
  expect((await t.as(iris).refusal(getStreamEmailAddress, as(otto.id))).message).toBe(
    'Invalid sender ID: it has to be you, a bot of yours or the email gateway.',
  )
  expect((await t.as(iris).refusal(getStreamEmailAddress, as(1))).message).toBe('No such user')
})

test('a user who may not post gets no address', async () => {
  const { t, iris, otto, bot, channel, as } = await scene()
  await t.as(iris).call(updateStream, {
    stream_id: channel.id,
    can_send_message_group: { new: { direct_members: [iris.id], direct_subgroups: [] } },
  })
  for (const [caller, sender] of [
    [otto, undefined],
    [otto, otto.id],
    [iris, bot.id],
  ] as const) {
    expect(await t.as(caller).refusal(getStreamEmailAddress, as(sender))).toMatchObject({
      code: 'BAD_REQUEST',
      message: `Not authorized to send to channel '${channel.name}'`,
    })
  }
  expect(await t.as(iris).call(getStreamEmailAddress, as(iris.id))).toMatchObject({ email: '' })
})

test('outsiders do not learn of a private channel', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris], { invite_only: true })
  expect(await t.as(otto).refusal(getStreamEmailAddress, { stream_id: channel.id })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Invalid channel ID',
  })
})
