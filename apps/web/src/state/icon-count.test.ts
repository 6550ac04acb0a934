import { expect, test } from 'vitest'
import { iconCount } from './icon-count.ts'

const unread_msgs = {
  pms: [{ other_user_id: 9, unread_message_ids: [1, 2] }],
  huddles: [{ user_ids_string: '7,8,9', unread_message_ids: [3] }],
  streams: [
    { stream_id: 5, topic: 'Colors', unread_message_ids: [4, 5] },
    { stream_id: 5, topic: 'logo', unread_message_ids: [6] },
  ],
  mentions: [2, 6],
}
const conversations = [
  { key: '5 colors', isFollowed: true },
  { key: '5 logo', isFollowed: false },
]

test.each([
  [1, 6, 'all that is unread'],
  [2, 6, 'direct messages, mentions and followed topics'],
  [3, 4, 'direct messages and mentions, each once'],
  [4, 0, 'nothing'],
])('display %i counts %i: %s', (desktop_icon_count_display, count) => {
  const state = { unread_msgs, user_settings: { desktop_icon_count_display } }
  expect(iconCount(state as never, conversations as never, 6)).toBe(count)
})

test('a topic that is not followed counts only where it mentions', () => {
  const state = {
    unread_msgs: { ...unread_msgs, mentions: [] },
    user_settings: { desktop_icon_count_display: 2 },
  }
  expect(iconCount(state as never, conversations as never, 6)).toBe(5)
})
