import { addAlertWords } from '@tagma/contract/endpoints/alert-words/add-alert-words.ts'
import { getAlertWords } from '@tagma/contract/endpoints/alert-words/get-alert-words.ts'
import { removeAlertWords } from '@tagma/contract/endpoints/alert-words/remove-alert-words.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { limits } from '@tagma/contract/limits.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

async function isAlerted(t: TestApp, user: Account, message: number) {
  const { messages } = await t.as(user).call(getMessages, { message_ids: [message] })
  return messages[0]?.flags.includes('has_alert_word')
}

test('words are added and removed regardless of case', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const received = await converge(t, [iris, otto], async () => {
    await t.as(iris).call(addAlertWords, { alert_words: ['Deploy', ' on call ', '', 'deploy'] })
    await t.as(iris).call(addAlertWords, { alert_words: ['DEPLOY'] })
  })
  expect(received.get(otto.id)).toEqual([])
  expect(await t.as(iris).call(getAlertWords, {})).toEqual({ alert_words: ['Deploy', 'on call'] })
  await converge(t, [iris, otto], () =>
    t.as(iris).call(removeAlertWords, { alert_words: ['dePLOY', 'unknown'] }),
  )
  expect(await t.as(iris).call(getAlertWords, {})).toEqual({ alert_words: ['on call'] })
})

test('a message that contains an alert word is flagged for the recipients who chose that word', async () => {
  const t = await testApp()
  const { iris, otto, mia, ada } = await t.given.members('iris', 'otto', 'mia', 'ada')
  const channel = await t.given.channel([iris, otto, ada])
  for (const user of [otto, mia]) await t.as(user).call(addAlertWords, { alert_words: ['deploy'] })
  let message = 0
  const received = await converge(t, [iris, otto, mia, ada], async () => {
    message = await t.given.message(iris, channel, { content: 'Shall we Deploy?' })
  })
  const messagesTo = (user: Account) => received.get(user.id)?.filter((event) => event.type === 'message')
  expect(messagesTo(otto)).toMatchObject([{ flags: ['has_alert_word'] }])
  expect(messagesTo(ada)).toMatchObject([{ flags: [] }])
  expect(messagesTo(mia)).toEqual([])
  expect(await isAlerted(t, otto, message)).toBe(true)
  expect(await isAlerted(t, mia, message)).toBe(false)
  expect(await isAlerted(t, otto, await t.given.message(iris, channel, { content: 'redeployed' }))).toBe(
    false,
  )
  await t.as(otto).call(removeAlertWords, { alert_words: ['deploy'] })
  expect(await isAlerted(t, otto, await t.given.message(iris, channel, { content: 'deploy' }))).toBe(false)
})

test('too long or too many words are refused, and nothing changes', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const tooLong = await t.as(iris).refusal(addAlertWords, { alert_words: ['fine', 'x'.repeat(101)] })
  expect(tooLong.message).toMatch(/alert_words\[1\] is too long \(limit: 100/)
  const many = Array.from({ length: limits.maxAlertWords + 1 }, (_, index) => `word ${index}`)
  expect((await t.as(iris).refusal(addAlertWords, { alert_words: many })).message).toMatch(/Too many/)
  expect((await t.as(iris).refusal(removeAlertWords, { alert_words: [7 as never] })).message).toMatch(
    /not a string/,
  )
  expect(await t.as(iris).call(getAlertWords, {})).toEqual({ alert_words: [] })
})
