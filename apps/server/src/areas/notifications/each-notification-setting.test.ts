import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'
import { afterAll, expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { sendPushesJob } from '#areas/push/send-pushes-job.ts'
import { testApp } from '#test/app.ts'
import { givenPhone } from '#test/given-phone.ts'
import { decryptedPushes, pushKey, pushRelay, relaySettings } from '#test/push-relay.ts'
import { notifyJob } from './notify-job.ts'
import { sendNotificationMailsJob } from './send-notification-mails-job.ts'

// Each setting of a way to be told: it is changed over the API, and the phone and the mailbox of its user say what it does.

const relay = await pushRelay()
afterAll(() => relay.close())

interface Case {
  readonly setting: keyof UserSettings
  readonly by: 'phone' | 'mail'
  /** The message that the setting decides about. */
  readonly message: 'direct' | 'topic' | 'everybody'
  readonly isFollowed?: boolean
  readonly isOnline?: boolean
  /** Other settings that would tell of the message, too. */
  readonly besides?: Partial<UserSettings>
}

const cases: readonly Case[] = [
  { setting: 'enable_offline_push_notifications', by: 'phone', message: 'direct' },
  { setting: 'enable_online_push_notifications', by: 'phone', message: 'direct', isOnline: true },
  { setting: 'enable_offline_email_notifications', by: 'mail', message: 'direct' },
  { setting: 'enable_stream_push_notifications', by: 'phone', message: 'topic' },
  { setting: 'enable_stream_email_notifications', by: 'mail', message: 'topic' },
  { setting: 'enable_followed_topic_push_notifications', by: 'phone', message: 'topic', isFollowed: true },
  { setting: 'enable_followed_topic_email_notifications', by: 'mail', message: 'topic', isFollowed: true },
  {
    setting: 'wildcard_mentions_notify',
    by: 'phone',
    message: 'everybody',
  },
  {
    setting: 'enable_followed_topic_wildcard_mentions_notify',
    by: 'phone',
    message: 'everybody',
    isFollowed: true,
    besides: { wildcard_mentions_notify: false, enable_followed_topic_push_notifications: false },
  },
]

test.each(cases)(
  '$setting decides by $by',
  async ({ setting, by, message, isFollowed, isOnline, besides }) => {
    const told: boolean[] = []
    for (const value of [true, false]) {
      const t = await testApp(relaySettings(relay))
      const { iris, otto } = await t.given.members('iris', 'otto')
      const channel = await t.given.channel([iris, otto])
      await givenPhone(t, otto)
      await t.as(otto).call(updateSettings, { ...besides, [setting]: value })
      if (isFollowed)
        await t.as(otto).call(updateUserTopic, {
          stream_id: channel.id,
          topic: 'greetings',
          visibility_policy: 3,
        })
      if (isOnline) {
        await t.as(otto).call(registerQueue, { fetch_event_types: [] })
        await t.as(otto).call(updatePresence, { status: 'active' })
      }
      relay.calls.length = 0
      const start = t.mails.length
      const content = message === 'everybody' ? '@**all** hear' : 'hear'
      await t.given.message(iris, message === 'direct' ? [otto] : channel, { content })
      for (const job of [notifyJob, sendPushesJob]) await job.run(t.app.services, t.organizationId)
      t.clock.advance({ minutes: 3 })
      for (const job of [sendNotificationMailsJob, sendMailJob])
        await job.run(t.app.services, t.organizationId)
      told.push(by === 'phone' ? decryptedPushes(relay, pushKey(1)).length > 0 : t.mails.length > start)
    }
    expect(told).toEqual([true, false])
  },
)
