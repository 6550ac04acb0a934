import type { Page } from 'playwright-core'

/** When pictures are taken, and the first message was sent. UNIX seconds. */
const now = Date.UTC(2026, 2, 5, 15, 30) / 1000
const beginning = Date.UTC(2026, 2, 5, 9) / 1000

/** Unread messages that nobody sent, in a topic. */
export interface ManyUnread {
  readonly channelId: number
  readonly topic: string
  readonly count: number
}

interface Answer {
  readonly messages?: { readonly id: number; timestamp: number }[]
  presences?: unknown
  server_timestamp?: number
  realm_users?: { date_joined: string }[]
  unread_msgs?: { streams: { stream_id: number; topic: string; unread_message_ids: number[] }[] }
}

/** Shows a page as if it were always the same moment: its clock, the times of messages, and nobody who comes or goes. */
export async function fixTimes(page: Page, unread?: ManyUnread): Promise<void> {
  await page.clock.setFixedTime(now * 1000)
  await page.route(/\/json\/(?:register|messages|users\/me\/presence)\b/, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!/\/(?:register|messages|presence)$/.test(pathname)) return route.fallback()
    const response = await route.fetch()
    const answer = (await response.json()) as Answer
    // A minute a message.
    for (const message of answer.messages ?? []) message.timestamp = beginning + message.id * 60
    if (answer.presences !== undefined) answer.presences = {}
    if (answer.server_timestamp !== undefined) answer.server_timestamp = now
    for (const user of answer.realm_users ?? []) user.date_joined = '2026-01-15T12:00+00:00'
    if (unread)
      answer.unread_msgs?.streams.push({
        stream_id: unread.channelId,
        topic: unread.topic,
        unread_message_ids: Array.from({ length: unread.count }, (_, index) => 1_000_000 + index),
      })
    return route.fulfill({ response, json: answer })
  })
}
