import { roles } from '@tagma/contract/roles.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import type { Channel } from '#state/channels.ts'
import { type Actor, messageRights, resolveReason } from './message-rights.ts'

const moderators = 3
const leads = 9
const nobody = { direct_members: [], direct_subgroups: [] }
const now = 1_800_000_000

const channel = {
  stream_id: 5,
  name: 'design',
  is_archived: false,
  can_delete_any_message_group: nobody,
  can_delete_own_message_group: nobody,
  can_move_messages_within_channel_group: nobody,
  can_move_messages_out_of_channel_group: nobody,
  can_resolve_topics_group: nobody,
} as unknown as Channel

const group = (id: number, name: string, members: readonly number[], subgroups: readonly number[] = []) => ({
  id,
  name,
  members,
  direct_subgroup_ids: subgroups,
})

function actor(parts: Readonly<Record<string, unknown>> = {}, more: Partial<Actor> = {}): Actor {
  const state = {
    user_id: 8,
    realm_users: [
      { user_id: 8, role: roles.member, bot_owner_id: null, is_active: true, full_name: 'Iris' },
      { user_id: 10, role: roles.moderator, bot_owner_id: null, is_active: true, full_name: 'Mo' },
      { user_id: 20, role: roles.member, bot_owner_id: 8, is_active: true, full_name: 'Bot of Iris' },
    ],
    realm_user_groups: [
      group(moderators, 'role:moderators', [10]),
      group(leads, 'leads', [], [11]),
      group(11, 'inner', [8]),
    ],
    subscriptions: [channel],
    realm_allow_message_editing: true,
    realm_message_content_edit_limit_seconds: 600,
    realm_message_content_delete_limit_seconds: 600,
    realm_move_messages_within_stream_limit_seconds: null,
    realm_can_delete_any_message_group: moderators,
    realm_can_delete_own_message_group: leads,
    realm_can_move_messages_between_topics_group: moderators,
    realm_can_move_messages_between_channels_group: moderators,
    realm_can_resolve_topics_group: leads,
    realm_moderation_request_channel_id: 5,
    ...parts,
  } as unknown as State
  return { state, channel, now, isOnline: true, ...more }
}

const message = (parts: Partial<Message> = {}): Message =>
  ({ id: 1, sender_id: 8, stream_id: 5, timestamp: now - 60, submessages: [], ...parts }) as Message

test('one edits and deletes what one wrote, and what one’s bot wrote is deleted, too', () => {
  const rights = messageRights(actor(), message())
  expect([rights.edit, rights.delete]).toEqual([undefined, undefined])
  const ofBot = messageRights(actor(), message({ sender_id: 20 }))
  expect([ofBot.edit, ofBot.delete]).toEqual(['Only who wrote it may edit it.', undefined])
})

test('who may is named, of organization and channel', () => {
  const own = { ...channel, can_delete_any_message_group: leads } as Channel
  const rights = messageRights(actor({}, { channel: own }), message({ sender_id: 10 }))
  expect(rights.delete).toBeUndefined()
  const others = messageRights(actor(), message({ sender_id: 10 }))
  expect(others.delete).toBe('Only moderators may delete it.')
  expect(others.move).toBe('Only moderators may move messages to other topics here.')
})

test('time limits are those of the rules: some seconds of grace, and no limit at all', () => {
  const at = (seconds: number) => messageRights(actor(), message({ timestamp: now - seconds }))
  expect(at(610).edit).toBeUndefined()
  expect(at(700).edit).toBe('Messages can be edited for 10 minutes.')
  expect(at(700).delete).toBe('Messages can be deleted for 10 minutes.')
  const unlimited = actor({ realm_message_content_edit_limit_seconds: null })
  expect(messageRights(unlimited, message({ timestamp: 1 })).edit).toBeUndefined()
})

test('a message moves as long as one of the ways that one may take is open', () => {
  const move = (parts: Readonly<Record<string, unknown>>) =>
    messageRights(
      actor({
        realm_move_messages_within_stream_limit_seconds: 600,
        realm_move_messages_between_streams_limit_seconds: 7200,
        ...parts,
      }),
      message({ timestamp: now - 3600 }),
    ).move
  const mayWithin = { realm_can_move_messages_between_topics_group: leads }
  const mayOut = { realm_can_move_messages_between_channels_group: leads }
  // A longer time for other channels is of no use to somebody who may not move messages there.
  expect(move(mayWithin)).toContain('10 minutes')
  expect(move({ ...mayWithin, ...mayOut })).toBeUndefined()
  expect(
    move({ ...mayWithin, ...mayOut, realm_move_messages_between_streams_limit_seconds: 1800 }),
  ).toContain('30 minutes')
})

test('resolving is allowed through groups inside of groups', () => {
  expect(resolveReason(actor())).toBeUndefined()
  expect(resolveReason(actor({ realm_can_resolve_topics_group: moderators }))).toBe(
    'Only moderators may resolve topics here.',
  )
})

test('without a connection, what only the server can do says so', () => {
  const rights = messageRights(actor({}, { isOnline: false }), message())
  expect([rights.edit, rights.report, rights.ask]).toEqual(Array(3).fill('Needs a connection.'))
  expect(rights.unread).toBeUndefined()
})

test('messages of a channel that one is not in cannot be unread', () => {
  const rights = messageRights(actor({ subscriptions: [] }), message())
  expect(rights.unread).toBe('Messages of a channel that you are not in cannot be unread.')
})
