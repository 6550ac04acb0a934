import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getReadReceipts } from '@tagma/contract/endpoints/messages/get-read-receipts.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const unreadOf = async (t: TestApp, account: Account) =>
  (await t.as(account).call(registerQueue, {})).unread_msgs?.streams.flatMap(
    (topic) => topic.unread_message_ids,
  )

test('notices of resolved topics count as read, except for people who want them', async () => {
  const t = await testApp()
  const { iris, otto, mia, nina } = await t.given.members('iris', 'otto', 'mia', 'nina')
  const channel = await t.given.channel([iris, otto, mia, nina])
  // A user who starts a topic follows it.
  const first = await t.given.message(iris, channel, { topic: 'bug' })
  await t.as(mia).call(updateUserTopic, { stream_id: channel.id, topic: 'bug', visibility_policy: 3 })
  await t.as(nina).call(updateSettings, { resolved_topic_notice_auto_read_policy: 'never' })
  const rename = async (to: string) => {
    const received = await converge(t, [iris, otto, mia, nina], () =>
      t.as(iris).call(updateMessage, { message_id: first, topic: to, propagate_mode: 'change_all' }),
    )
    const flags = (user: Account) =>
      received
        .get(user.id)
        ?.flatMap((event) => (event.type === 'message' ? [event.flags] : []))
        .at(-1)
    return [flags(iris), flags(otto), flags(mia), flags(nina)]
  }
  // Iris knows what she has done herself.
  expect(await rename('✔ bug')).toEqual([['read'], ['read'], [], []])
  const notice = first + 1
  expect(await unreadOf(t, otto)).toEqual([first])
  expect(await unreadOf(t, mia)).toEqual([first, notice])
  expect(await unreadOf(t, nina)).toEqual([first, notice])
  expect((await t.as(nina).call(getReadReceipts, { message_id: notice })).user_ids).toEqual([
    iris.id,
    otto.id,
  ])

  await t.as(mia).call(updateSettings, { resolved_topic_notice_auto_read_policy: 'always' })
  await t.as(nina).call(updateSettings, { resolved_topic_notice_auto_read_policy: 'except_followed' })
  await t.as(iris).call(updateSettings, { resolved_topic_notice_auto_read_policy: 'never' })
  expect(await rename('bug')).toEqual([[], ['read'], ['read'], ['read']])
  // Later messages are unread as usual.
  const next = await t.given.message(iris, channel, { topic: 'bug' })
  expect(await unreadOf(t, otto)).toEqual([first, next])
})
