import * as wire from '@tagma/contract/wire.ts'
import { dayStart } from '#state/day-start.ts'
import type { App } from '#state/use-app.ts'
import { fieldTime } from '#state/zoned-time.ts'

/** The most messages that `countToday` counts. */
export const mostCounted = 20

/**
 * Asks how many messages a topic has got today, in the time zone of the reader's profile. A result above `mostCounted`
 * means "more than that". Rejects without an answer.
 */
export async function countToday(
  { store, client, clock }: App,
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
): Promise<number> {
  const zone = store.get().state?.user_settings?.timezone ?? ''
  const start = dayStart(fieldTime(clock.now(), zone).slice(0, 10), zone)
  const { messages } = await client.call(wire.getMessages, {
    anchor: 'date',
    anchor_date: start.toISOString(),
    num_before: 0,
    num_after: mostCounted,
    narrow: [
      { operator: 'channel', operand: channelId, negated: false },
      { operator: 'topic', operand: topic, negated: false },
    ],
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  // If none came today, the server answers with an older one.
  return messages.filter(({ timestamp }) => timestamp * 1000 >= start.getTime()).length
}
