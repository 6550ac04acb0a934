import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { type ChannelGroupSetting, channelGroupSettingNames } from '@tagma/contract/objects/channel.ts'
import { expect, test } from 'vitest'
import type { ChannelRecord } from '#model/records.ts'
import { testApp, type TestClient } from '#test/app.ts'
import type { TestUser } from '#test/given.ts'

/** A channel to act on, with a message of its creator and one of the caller in the topic “lunch”. */
interface Place {
  readonly channel: ChannelRecord
  readonly other: ChannelRecord
  readonly creator: TestUser
  readonly stranger: TestUser
  readonly theirs: number
  readonly own: number
}

/** For each permission of a channel, an act that it allows. */
const acts: Readonly<Record<ChannelGroupSetting, (caller: TestClient, place: Place) => Promise<unknown>>> = {
  can_add_subscribers_group: (caller, { channel, stranger }) =>
    caller.call(subscribe, { subscriptions: [{ name: channel.name }], principals: [stranger.id] }),
  can_administer_channel_group: (caller, { channel }) =>
    caller.call(updateStream, { stream_id: channel.id, description: 'Described' }),
  can_create_topic_group: (caller, { channel }) =>
    caller.call(sendMessage, { type: 'channel', to: channel.id, topic: 'new', content: 'Hi' }),
  can_delete_any_message_group: (caller, { theirs }) => caller.call(deleteMessage, { message_id: theirs }),
  can_delete_own_message_group: (caller, { own }) => caller.call(deleteMessage, { message_id: own }),
  can_move_messages_out_of_channel_group: (caller, { theirs, other }) =>
    caller.call(updateMessage, { message_id: theirs, stream_id: other.id }),
  can_move_messages_within_channel_group: (caller, { theirs }) =>
    caller.call(updateMessage, { message_id: theirs, topic: 'dinner' }),
  can_remove_subscribers_group: (caller, { channel, creator }) =>
    caller.call(unsubscribe, { subscriptions: [channel.name], principals: [creator.id] }),
  can_resolve_topics_group: (caller, { theirs }) =>
    caller.call(updateMessage, { message_id: theirs, topic: '✔ lunch', propagate_mode: 'change_all' }),
  can_send_message_group: (caller, { channel }) =>
    caller.call(sendMessage, { type: 'channel', to: channel.id, topic: 'lunch', content: 'Hi' }),
  can_subscribe_group: (caller, { channel }) =>
    caller.call(subscribe, { subscriptions: [{ name: channel.name }] }),
}

test.each(channelGroupSettingNames)(
  '%s allows its act to the people it names, and to no others',
  async (name) => {
    const t = await testApp()
    const creator = await t.given.user('creator', { role: 'owner' })
    const { caller, stranger } = await t.given.members('caller', 'stranger')
    const nobody = t.directory.systemGroup('role:nobody').id
    // A channel cannot forbid what the organization allows everywhere.
    const allowsNothing = {
      can_add_subscribers_group: nobody,
      can_delete_any_message_group: nobody,
      can_delete_own_message_group: nobody,
      can_move_messages_between_channels_group: nobody,
      can_move_messages_between_topics_group: nobody,
      can_resolve_topics_group: nobody,
    }
    const { group_id: inner } = await t
      .as(creator)
      .call(createUserGroup, { name: 'inner', description: '', members: [caller.id] })
    const { group_id: outer } = await t
      .as(creator)
      .call(createUserGroup, { name: 'outer', description: '', members: [], subgroups: [inner] })
    const isToJoin = name === 'can_subscribe_group'
    for (const [setting, isAllowed] of [
      [{ direct_members: [stranger.id], direct_subgroups: [] }, false],
      [{ direct_members: [caller.id], direct_subgroups: [] }, true],
      [outer, true],
    ] as const) {
      const other = await t.given.channel([creator, caller])
      const channel = await t.given.channel(isToJoin ? [creator] : [creator, caller], {
        invite_only: isToJoin,
      })
      const theirs = await t.given.message(creator, channel, { topic: 'lunch' })
      const own = isToJoin ? 0 : await t.given.message(caller, channel, { topic: 'lunch' })
      await t.as(creator).call(updateStream, { stream_id: channel.id, [name]: { new: setting } })
      await t.given.settings(allowsNothing)
      const act = acts[name](t.as(caller), { channel, other, creator, stranger, theirs, own })
      await expect(
        act.then(
          () => true,
          () => false,
        ),
      ).resolves.toBe(isAllowed)
      await t.given.settings({})
    }
  },
)

test('a user who may add subscribers to a private channel reads it without being subscribed', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const own = { direct_members: [otto.id], direct_subgroups: [] }
  const channel = await t.given.channel([iris], { invite_only: true, can_add_subscribers_group: own })
  const call = { subscriptions: [{ name: channel.name }], principals: [mia.id] }
  expect((await t.as(otto).call(subscribe, call)).subscribed).toEqual({ [mia.id]: [channel.name] })
  const closed = await t.given.channel([iris], { invite_only: true })
  // The organization's permission to add subscribers covers only channels that the user can access.
  expect(
    await t.as(otto).refusal(subscribe, { ...call, subscriptions: [{ name: closed.name }] }),
  ).toMatchObject({ code: 'BAD_REQUEST', message: `Unable to access channel (${closed.name}).` })
})

test('an administrator of a private channel, not subscribed, changes settings that give no access to its messages', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const administrator = await t.given.user('administrator', { role: 'administrator' })
  const group = { direct_members: [otto.id], direct_subgroups: [] }
  const { id: stream_id } = await t.given.channel([iris], {
    invite_only: true,
    can_administer_channel_group: group,
  })
  const needsContent = { message: 'Channel content access is required.' }
  for (const caller of [otto, administrator]) {
    const change = (args: object) => t.as(caller).call(updateStream, { stream_id, ...args })
    const refusal = (args: object) => t.as(caller).refusal(updateStream, { stream_id, ...args })
    await change({ description: `By ${caller.name}` })
    const remove = { direct_members: [caller.id], direct_subgroups: [] }
    await change({ can_remove_subscribers_group: { new: remove } })
    expect(t.directory.channels.get(stream_id)).toMatchObject({
      description: `By ${caller.name}`,
      settings: { can_remove_subscribers_group: remove },
    })
    expect(await refusal({ can_add_subscribers_group: { new: remove } })).toMatchObject(needsContent)
    expect(await refusal({ can_subscribe_group: { new: remove } })).toMatchObject(needsContent)
    expect(await refusal({ is_private: false })).toMatchObject(needsContent)
    expect(await refusal({ history_public_to_subscribers: true })).toMatchObject(needsContent)
  }
})
