import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { setTypingStatusForMessageEdit } from '@tagma/contract/endpoints/messages/set-typing-status-for-message-edit.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import type { OrganizationSettings } from '@tagma/contract/settings/organization-settings.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'

/** In seconds: added to each limit for people who began in time. */
const grace = 20

interface Attempt {
  readonly t: TestApp
  readonly by: Account
  readonly message_id: number
  readonly elsewhere: number
}

interface Limit {
  readonly setting: keyof OrganizationSettings
  /** Value if nobody has chosen one. */
  readonly byDefault: number
  readonly attempt: (attempt: Attempt) => Promise<unknown>
  readonly refusal: (attempt: Attempt) => Promise<{ readonly code: string; readonly message: string }>
  readonly reason: RegExp
  /** True if it holds for moderators too. */
  readonly holdsForAll?: true
}

const edit = { content: 'Better' }
const retopic = { topic: 'other', propagate_mode: 'change_one' } as const
const away = (elsewhere: number) => ({ stream_id: elsewhere, propagate_mode: 'change_one' }) as const

const limits: readonly Limit[] = [
  {
    setting: 'message_content_edit_limit_seconds',
    byDefault: 600,
    attempt: ({ t, by, message_id }) => t.as(by).call(updateMessage, { message_id, ...edit }),
    refusal: ({ t, by, message_id }) => t.as(by).refusal(updateMessage, { message_id, ...edit }),
    reason: /^The time limit for editing this message has passed$/,
    holdsForAll: true,
  },
  {
    setting: 'message_content_edit_limit_seconds',
    byDefault: 600,
    attempt: ({ t, by, message_id }) =>
      t.as(by).call(setTypingStatusForMessageEdit, { message_id, op: 'start' }),
    refusal: ({ t, by, message_id }) =>
      t.as(by).refusal(setTypingStatusForMessageEdit, { message_id, op: 'start' }),
    reason: /^The time limit for editing this message has passed$/,
    holdsForAll: true,
  },
  {
    setting: 'message_content_delete_limit_seconds',
    byDefault: 600,
    attempt: ({ t, by, message_id }) => t.as(by).call(deleteMessage, { message_id }),
    refusal: ({ t, by, message_id }) => t.as(by).refusal(deleteMessage, { message_id }),
    reason: /^The time limit for deleting this message has passed$/,
    holdsForAll: true,
  },
  {
    setting: 'move_messages_within_stream_limit_seconds',
    byDefault: 604_800,
    attempt: ({ t, by, message_id }) => t.as(by).call(updateMessage, { message_id, ...retopic }),
    refusal: ({ t, by, message_id }) => t.as(by).refusal(updateMessage, { message_id, ...retopic }),
    reason: /^The time limit for editing this message's topic has passed$/,
  },
  {
    setting: 'move_messages_between_streams_limit_seconds',
    byDefault: 604_800,
    attempt: ({ t, by, message_id, elsewhere }) =>
      t.as(by).call(updateMessage, { message_id, ...away(elsewhere) }),
    refusal: ({ t, by, message_id, elsewhere }) =>
      t.as(by).refusal(updateMessage, { message_id, ...away(elsewhere) }),
    reason: /^The time limit for editing this message's channel has passed$/,
  },
]

test.each(limits.map((limit, index) => ({ index, ...limit })))(
  'limit $index, $setting, ends to the second',
  async ({ setting, byDefault, attempt, refusal, reason, holdsForAll }) => {
    const t = await testApp()
    const { iris } = await t.given.members('iris')
    const moderator = await t.given.user('moderator', { role: 'moderator' })
    const everybody = t.directory.systemGroup('role:everyone').id
    const channel = await t.given.channel([iris, moderator])
    const elsewhere = (await t.given.channel([iris, moderator])).id
    const send = async (by: Account) => ({
      t,
      by,
      elsewhere,
      message_id: await t.given.message(by, channel, { topic: 'one' }),
    })
    const choose = (value: object) =>
      t.given.settings({ can_move_messages_between_channels_group: everybody, ...value })
    for (const [seconds, value] of [
      [byDefault, {}],
      [90, { [setting]: 90 }],
    ] as const) {
      await choose(value)
      const [inTime, late, ofModerator] = [await send(iris), await send(iris), await send(moderator)]
      t.clock.advance({ seconds: seconds + grace })
      await attempt(inTime)
      t.clock.advance({ seconds: 1 })
      expect(await refusal(late)).toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringMatching(reason) as unknown,
      })
      const outcome = await (holdsForAll ? refusal(ofModerator) : attempt(ofModerator))
      expect(outcome).toMatchObject(holdsForAll ? { code: 'BAD_REQUEST' } : {})
    }
    await choose({ [setting]: null })
    const old = await send(iris)
    t.clock.advance({ days: 1000 })
    await attempt(old)
  },
)

test('a refused move of a whole topic says which messages may still be moved, to the second', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const first = await t.given.message(iris, channel, { topic: 'one' })
  t.clock.advance({ seconds: 1 })
  const second = await t.given.message(iris, channel, { topic: 'one' })
  t.clock.advance({ seconds: 604_800 + grace })
  const all = { message_id: second, topic: 'two', propagate_mode: 'change_all' } as const
  expect(await t.as(iris).refusal(updateMessage, all)).toMatchObject({
    code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    fields: {
      first_message_id_allowed_to_move: second,
      total_messages_in_topic: 2,
      total_messages_allowed_to_move: 1,
    },
  })
  // A notice would be a message that may still be moved.
  await t.as(iris).call(updateMessage, {
    ...all,
    propagate_mode: 'change_later',
    send_notification_to_new_thread: false,
  })
  t.clock.advance({ seconds: 1 })
  // Nothing may be moved any more: there is nothing to say beside that.
  for (const change of [
    { ...all, topic: 'three' },
    { ...all, message_id: first },
  ])
    expect(await t.as(iris).refusal(updateMessage, change)).toMatchObject({
      code: 'BAD_REQUEST',
      message: "The time limit for editing this message's topic has passed",
    })
})

test('with editing turned off, content cannot be edited, but topics can', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const message_id = await t.given.message(iris, await t.given.channel([iris]))
  await t.given.settings({ allow_message_editing: false })
  const off = 'Your organization has turned off message editing'
  expect((await t.as(iris).refusal(updateMessage, { message_id, ...edit })).message).toBe(off)
  expect((await t.as(iris).refusal(setTypingStatusForMessageEdit, { message_id, op: 'start' })).message).toBe(
    off,
  )
  await t.as(iris).call(updateMessage, { message_id, ...retopic })
})
