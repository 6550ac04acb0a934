import { expect, test } from 'vitest'
import { channelGroupsOf } from './channel-groups.ts'

const channel = (name: string, parts: object = {}) => ({
  name,
  stream_id: name.length,
  folder_id: null,
  is_archived: false,
  is_muted: false,
  pin_to_top: false,
  is_recently_active: true,
  ...parts,
})

const shown = (sources: object) =>
  channelGroupsOf(sources as never).map(({ key, name, channels, more }) => [
    key,
    name,
    channels.map((each) => each.name).join(' '),
    more,
  ])

test('pinned channels come first, then folders in their order, then the others', () => {
  expect(
    shown({
      subscriptions: [
        channel('zoo'),
        channel('design', { folder_id: 2 }),
        channel('ops', { folder_id: 1 }),
        channel('news', { folder_id: 2, pin_to_top: true }),
        channel('old', { is_archived: true }),
      ],
      never_subscribed: [
        channel('engine', { folder_id: 2 }),
        channel('gone', { folder_id: 2, is_archived: true }),
      ],
      unsubscribed: [channel('left')],
      channel_folders: [
        { id: 1, name: 'Team', order: 2, is_archived: false },
        { id: 2, name: 'Product', order: 1, is_archived: false },
        { id: 3, name: 'Old', order: 0, is_archived: true },
      ],
    }),
  ).toEqual([
    ['pinned', undefined, 'news', 0],
    ['2', 'Product', 'design', 1],
    ['1', 'Team', 'ops', 0],
    ['other', undefined, 'zoo', 1],
  ])
})

test('administrators see empty folders, at the end', () => {
  const sources = {
    subscriptions: [channel('zoo'), channel('ops', { folder_id: 1 })],
    channel_folders: [
      { id: 2, name: 'Product', order: 1, is_archived: false },
      { id: 1, name: 'Team', order: 2, is_archived: false },
      { id: 3, name: 'Old', order: 0, is_archived: true },
    ],
  }
  expect(shown(sources).map(([key]) => key)).toEqual(['1', 'other'])
  expect(shown({ ...sources, is_admin: true }).map(([key]) => key)).toEqual(['1', 'other', '2'])
})

test('muted channels sink, and quiet ones where the settings say so', () => {
  const subscriptions = [
    channel('a', { is_muted: true }),
    channel('b', { is_recently_active: false }),
    channel('C'),
    channel('d10'),
    channel('d9'),
  ]
  expect(shown({ subscriptions })).toEqual([['other', undefined, 'b C d9 d10 a', 0]])
  expect(shown({ subscriptions, user_settings: { demote_inactive_streams: 2 } })).toEqual([
    ['other', undefined, 'C d9 d10 b a', 0],
  ])
})

test('without folders in the settings, their channels stand among the others', () => {
  expect(
    shown({
      subscriptions: [channel('design', { folder_id: 2 })],
      channel_folders: [{ id: 2, name: 'Product', order: 1, is_archived: false }],
      user_settings: { web_left_sidebar_show_channel_folders: false },
    }),
  ).toEqual([['other', undefined, 'design', 0]])
})
