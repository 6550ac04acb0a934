import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { openedByChannel } from './opened-by-channel.ts'

const channel = {
  stream_id: 5,
  name: 'design',
  is_archived: false,
  topics_policy: 'inherit',
  is_muted: false,
}
const topic = (name: string, lastId: number) => [name.toLowerCase(), { name, lastId }] as const

const known = (
  web_channel_default_view: number,
  unread: readonly string[] = [],
  names = ['newest', 'older'],
) =>
  ({
    state: {
      user_id: 8,
      subscriptions: [channel],
      user_settings: { web_channel_default_view },
      unread_msgs: {
        streams: unread.map((name) => ({ stream_id: 5, topic: name, unread_message_ids: [1] })),
        pms: [],
        huddles: [],
        mentions: [],
      },
    } as unknown as State,
    topics: new Map([[5, { isWhole: true, topics: new Map(names.map((name, at) => topic(name, 90 - at))) }]]),
  }) as never

const conversation = (name: string) => ({
  kind: 'conversation',
  conversation: { kind: 'topic', channelId: 5, topic: name },
})

test('a channel opens its newest topic, its feed or its list, as the setting says', () => {
  expect(openedByChannel(known(1), 5, false)).toEqual(conversation('newest'))
  expect(openedByChannel(known(2), 5, false)).toEqual({ kind: 'feed', channelId: 5 })
  expect(openedByChannel(known(3), 5, false)).toEqual({ kind: 'topics', channelId: 5 })
})

test('the first unread topic is opened, and the newest one where all is read', () => {
  expect(openedByChannel(known(4, ['older']), 5, false)).toEqual(conversation('older'))
  expect(openedByChannel(known(4), 5, false)).toEqual(conversation('newest'))
})

test('topics are not opened over the list of a narrow screen, nor where none is known or all are resolved', () => {
  expect(openedByChannel(known(1), 5, true)).toEqual({ kind: 'topics', channelId: 5 })
  expect(openedByChannel(known(2), 5, true)).toEqual({ kind: 'feed', channelId: 5 })
  expect(openedByChannel(known(1, [], []), 5, false)).toEqual({ kind: 'topics', channelId: 5 })
  expect(openedByChannel(known(1, [], ['✔ done']), 5, false)).toEqual({ kind: 'topics', channelId: 5 })
})
