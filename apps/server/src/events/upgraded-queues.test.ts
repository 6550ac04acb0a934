import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { featureLevel } from '@tagma/contract/feature-level.ts'
import { expect, test } from 'vitest'
import { newestLogId } from '#store/log/event-log.ts'
import { insertQueue } from '#store/log/event-queues.ts'
import { testApp } from '#test/app.ts'
import { idsPerPosition } from './event-queue.ts'

test('queues outlast a restart, but not an upgrade to another feature level', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const position = await newestLogId(t.app.services.data.db, t.organizationId)
  /** Polls a queue that an earlier process left behind. */
  const poll = async (level: number | undefined) => {
    const queue_id = `of ${String(level)} in ${t.organizationId}`
    await t.app.services.data.transact(t.organizationId, (tx) =>
      insertQueue(tx, {
        id: queue_id,
        organizationId: t.organizationId,
        userId: iris.id,
        parameters: {
          applyMarkdown: false,
          clientGravatar: false,
          allPublicChannels: false,
          eventTypes: null,
          capabilities: {},
          narrow: [],
          wantsLegacyEmojiType: false,
          ...(level === undefined ? {} : { featureLevel: level }),
        } as never,
        position,
        idleSeconds: 600,
      }),
    )
    return { queue_id, last_event_id: position * idsPerPosition, dont_block: true }
  }
  expect((await t.as(iris).call(getEvents, await poll(featureLevel))).events).toEqual([])
  for (const level of [featureLevel - 1, undefined])
    expect(await t.as(iris).refusal(getEvents, await poll(level))).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
})
