import { checkMessagesMatchNarrow } from '@tagma/contract/endpoints/messages/check-messages-match-narrow.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('only matching messages that the caller may read are answered, in the form of GET /messages', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const open = await t.given.channel([iris, otto])
  const secret = await t.given.channel([iris], { invite_only: true })
  const matching = await t.given.message(iris, open, { topic: 'a < b', content: 'Look **there**' })
  const other = await t.given.message(iris, open, { topic: 'second', content: 'Look elsewhere' })
  const hidden = await t.given.message(iris, secret, { topic: 'a < b', content: 'Look there' })
  const msg_ids = [matching, other, hidden, 1]
  const matches = async (...narrow: { operator: string; operand: string; negated?: boolean }[]) =>
    (await t.as(otto).call(checkMessagesMatchNarrow, { msg_ids, narrow })).messages
  const match_subject = 'a &lt; b'
  expect(await matches({ operator: 'topic', operand: 'a < b' })).toEqual({
    [matching]: { match_content: '<p>Look <strong>there</strong></p>', match_subject },
  })
  expect(await matches({ operator: 'search', operand: 'there' })).toEqual({
    [matching]: {
      match_content: '<p>Look <strong><span class="highlight">there</span></strong></p>',
      match_subject,
    },
  })
  expect(Object.keys(await matches())).toEqual([String(matching), String(other)])
  expect(Object.keys(await matches({ operator: 'topic', operand: 'second', negated: true }))).toEqual([
    String(matching),
  ])
  const refusal = async (args: object) =>
    (await t.as(otto).refusal(checkMessagesMatchNarrow, args as never)).code
  expect(await refusal({ msg_ids, narrow: [{ operator: 'nonsense', operand: 'x' }] })).toBe('BAD_REQUEST')
  expect(await refusal({ msg_ids, narrow: [{ operator: 'channel', operand: secret.name }] })).toBe(
    'BAD_REQUEST',
  )
  expect(await refusal({ narrow: [] })).toBe('REQUEST_VARIABLE_MISSING')
  expect(await refusal({ msg_ids })).toBe('REQUEST_VARIABLE_MISSING')
  expect(await refusal({ msg_ids: ['x'], narrow: [] })).toBe('BAD_REQUEST')
})
