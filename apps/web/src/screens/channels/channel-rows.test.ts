import { expect, test } from 'vitest'
import type { Channel } from '#state/channels.ts'
import { type ChannelFilter, channelRows } from './channel-rows.ts'

const channel = (stream_id: number, name: string, more: Partial<Channel> = {}): Channel =>
  ({
    stream_id,
    name,
    description: '',
    folder_id: null,
    is_archived: false,
    subscriber_count: 1,
    stream_weekly_traffic: null,
    ...more,
  }) as Channel

const channels = [
  channel(1, 'general', { subscriber_count: 9, stream_weekly_traffic: 3 }),
  channel(2, 'design', { folder_id: 7, subscriber_count: 4, stream_weekly_traffic: 80 }),
  channel(3, 'Cafeteria', { description: 'What is for lunch, by design' }),
  channel(4, 'an old one', { is_archived: true }),
]
const rows = (filter: Partial<ChannelFilter> = {}) =>
  channelRows(channels, new Set([1, 2]), {
    tab: 'all',
    query: '',
    folderId: undefined,
    order: 'name',
    staying: new Set(),
    ...filter,
  }).map((row) => row.channel.name)

test('pages show what one is in, what one may join, and all with archived ones last', () => {
  expect(rows({ tab: 'subscribed' })).toEqual(['design', 'general'])
  expect(rows({ tab: 'available' })).toEqual(['Cafeteria'])
  expect(rows()).toEqual(['Cafeteria', 'design', 'general', 'an old one'])
})

test('a channel that was left or joined here stays on its page', () => {
  expect(rows({ tab: 'available', staying: new Set([2]) })).toEqual(['Cafeteria', 'design'])
})

test('channels are sorted by people and by messages', () => {
  expect(rows({ order: 'subscribers' })).toEqual(['general', 'design', 'Cafeteria', 'an old one'])
  expect(rows({ order: 'traffic' })).toEqual(['design', 'general', 'Cafeteria', 'an old one'])
})

test('names come before descriptions, and folders are told apart', () => {
  expect(rows({ query: 'Desi' })).toEqual(['design', 'Cafeteria'])
  expect(rows({ query: 'lünch' })).toEqual(['Cafeteria'])
  expect(rows({ folderId: 7 })).toEqual(['design'])
  expect(rows({ folderId: null, tab: 'available' })).toEqual(['Cafeteria'])
})
