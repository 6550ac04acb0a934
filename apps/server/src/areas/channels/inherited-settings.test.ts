import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import type { Subscription } from '@tagma/contract/objects/channel.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('clients that do not understand null get the settings that a subscription inherits', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(updateSettings, { enable_stream_push_notifications: true })
  const register = (notification_settings_null: boolean) =>
    t.as(iris).call(registerQueue, {
      event_types: ['subscription'],
      client_capabilities: { notification_settings_null },
    })
  const settingsOf = (subscriptions: readonly Subscription[] = []) =>
    subscriptions.map((one) => [
      one.push_notifications,
      one.desktop_notifications,
      one.email_notifications,
      one.audible_notifications,
    ])
  const newer = await register(true)
  const older = await register(false)
  const plain = [true, false, false, false]
  expect(settingsOf(newer.subscriptions)).toEqual([[null, null, null, null]])
  expect(settingsOf(older.subscriptions)).toEqual([plain])

  await t.given.channel([iris])
  const added = async ({ queue_id, last_event_id }: typeof newer) => {
    const { events } = await t
      .as(iris)
      .call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true })
    const told = events.find((event) => event.op === 'add')
    return settingsOf(told?.subscriptions as Subscription[] | undefined)
  }
  expect(await added(newer)).toEqual([[null, null, null, null]])
  expect(await added(older)).toEqual([plain])

  await t.as(iris).call(unsubscribe, { subscriptions: ['general'] })
  expect(settingsOf((await register(true)).unsubscribed)).toEqual([[null, null, null, null]])
  expect(settingsOf((await register(false)).unsubscribed)).toEqual([plain])
})
