import { getStreamEmailAddress } from '@tagma/contract/endpoints/channels/get-stream-email-address.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('there is no address, for whomever may post', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bot = await t.given.bot('builder', iris)
  const channel = await t.given.channel([iris])
  const as = (sender_id?: number) => ({
    stream_id: channel.id,
    ...(sender_id === undefined ? {} : { sender_id }),
  })
  for (const sender of [undefined, iris.id, bot.id])
    expect(await t.as(iris).call(getStreamEmailAddress, as(sender))).toEqual({ email: '' })
  expect((await t.as(iris).refusal(getStreamEmailAddress, as(otto.id))).message).toBe(
    'Invalid sender ID: it has to be you, a bot of yours or the email gateway.',
  )
  expect((await t.as(iris).refusal(getStreamEmailAddress, as(1))).message).toBe('No such user')
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
