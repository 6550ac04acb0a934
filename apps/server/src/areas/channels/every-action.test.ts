import { createChannelFolder } from '@tagma/contract/endpoints/channel-folders/create-channel-folder.ts'
import { patchChannelFolders } from '@tagma/contract/endpoints/channel-folders/patch-channel-folders.ts'
import { updateChannelFolder } from '@tagma/contract/endpoints/channel-folders/update-channel-folder.ts'
import { addDefaultStream } from '@tagma/contract/endpoints/channels/add-default-stream.ts'
import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { removeDefaultStream } from '@tagma/contract/endpoints/channels/remove-default-stream.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { channelGroupSettingNames } from '@tagma/contract/objects/channel.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

// Does everything that can happen to a channel, its folder and the groups it names. Six people watch: the one who acts,
// a subscriber, a member outside, a guest inside, a guest outside and an administrator.

test.each([
  ['public', {}],
  ['private with shared history', { invite_only: true, history_public_to_subscribers: true }],
  ['private with protected history', { invite_only: true }],
  ['web-public', { is_web_public: true }],
] as const)(
  'whatever happens to a %s channel, everybody knows what they would learn anew',
  async (privacy, kind) => {
    const t = await testApp()
    // Without shared history everybody starts topics, so that setting cannot change.
    const settable = channelGroupSettingNames.filter(
      (setting) => setting !== 'can_create_topic_group' || privacy !== 'private with protected history',
    )
    await t.given.settings({ enable_spectator_access: true, send_channel_events_messages: true })
    const actor = await t.given.user('actor', { role: 'owner' })
    const administrator = await t.given.user('administrator', { role: 'administrator' })
    const { subscriber, outsider } = await t.given.members('subscriber', 'outsider')
    const guest = await t.given.user('guest', { role: 'guest' })
    const stranger = await t.given.user('stranger', { role: 'guest' })
    const observers = [actor, subscriber, outsider, guest, stranger, administrator]
    const as = (user: typeof actor) => t.as(user)
    const channel = () => t.directory.channels.get(stream_id)
    let stream_id = 0
    const folders: number[] = []
    const groups: number[] = []
    const change = (args: object) => () => as(actor).call(updateStream, { stream_id, ...args })
    const folder = (channel_folder_id: () => number, args: object) => () =>
      as(actor).call(updateChannelFolder, { channel_folder_id: channel_folder_id(), ...args })
    const members = (args: object) => () =>
      as(actor).call(updateUserGroupMembers, { user_group_id: groups[0] ?? 0, ...args })
    const join = (user: typeof actor, principals: (typeof actor)[]) => () =>
      as(user).call(subscribe, {
        subscriptions: [{ name: channel()?.name ?? '' }],
        principals: principals.map(({ id }) => id),
      })
    const leave = (user: typeof actor, principals: (typeof actor)[]) => () =>
      as(user).call(unsubscribe, {
        subscriptions: [channel()?.name ?? ''],
        principals: principals.map(({ id }) => id),
      })

    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      [
        'created',
        async () => {
          await as(actor).call(subscribe, {
            subscriptions: [{ name: 'design', description: 'How **things** look' }],
            principals: [actor.id, subscriber.id, guest.id],
            announce: true,
            ...kind,
          })
          stream_id = t.directory.channelByName('design')?.id ?? 0
        },
      ],
      ['written to', () => t.given.message(subscriber, channel()!, { topic: 'first' })],
      [
        'folders made',
        async () => {
          for (const name of ['Teams', 'Projects'])
            folders.push(
              (await as(actor).call(createChannelFolder, { name, description: '' })).channel_folder_id,
            )
        },
      ],
      ['put into a folder', () => change({ folder_id: folders[0] })()],
      ['folders reordered', () => as(actor).call(patchChannelFolders, { order: folders.toReversed() })],
      ['folder renamed', folder(() => folders[0] ?? 0, { name: 'Groups', description: '*All*' })],
      ['taken out of the folder', change({ folder_id: null })],
      ['folder archived', folder(() => folders[0] ?? 0, { is_archived: true })],
      ['folder brought back', folder(() => folders[0] ?? 0, { is_archived: false })],
      [
        'group made',
        async () => {
          const { group_id } = await as(actor).call(createUserGroup, {
            name: 'designers',
            description: '',
            members: [],
          })
          groups.push(group_id)
        },
      ],
      ['group may subscribe', () => change({ can_subscribe_group: { new: groups[0] } })()],
      ['outsider joins the group', members({ add: [outsider.id] })],
      ['outsider subscribes', join(outsider, [outsider])],
      [
        'outsider has settings of their own',
        () =>
          as(outsider).call(updateSubscriptionSettings, {
            subscription_data: [
              { stream_id, property: 'is_muted', value: true },
              { stream_id, property: 'color', value: '#123456' },
            ],
          }),
      ],
      ['outsider unsubscribes', leave(outsider, [outsider])],
      ['outsider leaves the group', members({ delete: [outsider.id] })],
      [
        'group with the guest and a subgroup',
        members({
          add: [guest.id],
          add_subgroups: [t.directory.systemGroup('role:moderators').id],
        }),
      ],
      ...settable.map(
        (setting) =>
          [
            `${setting} changed`,
            change({ [setting]: { new: { direct_members: [outsider.id], direct_subgroups: [] } } }),
          ] as const,
      ),
      ...settable.map(
        (setting) =>
          [
            `${setting} taken`,
            change({ [setting]: { new: t.directory.systemGroup('role:nobody').id } }),
          ] as const,
      ),
      ['group deactivated', () => as(actor).call(deactivateUserGroup, { user_group_id: groups[0] ?? 0 })],
      [
        'group brought back',
        () => as(actor).call(updateUserGroup, { user_group_id: groups[0] ?? 0, deactivated: false }),
      ],
      ['guest removed', leave(actor, [guest])],
      ['both guests subscribed', join(actor, [guest, stranger])],
      ['subscriber and stranger removed', leave(actor, [subscriber, stranger])],
      ['subscriber back', join(actor, [subscriber])],
      [
        'topic followed',
        () => as(subscriber).call(updateUserTopic, { stream_id, topic: 'first', visibility_policy: 3 }),
      ],
      ['described', change({ description: 'What *we* do' })],
      ['kept for a week', change({ message_retention_days: 7 })],
      ['topics needed', change({ topics_policy: 'disable_empty_topic' })],
      ['push notifications by default', change({ default_push_notifications: true })],
      ['hidden from agents', change({ hidden_from_agents: true })],
      ['renamed', change({ new_name: 'Design' })],
      ['archived', () => as(actor).call(archiveStream, { stream_id })],
      ['joined while archived', join(actor, [outsider])],
      ['left while archived', leave(actor, [outsider])],
      ['brought back', change({ is_archived: false })],
      ['made public', change({ is_private: false, is_web_public: false })],
      ['default', () => as(actor).call(addDefaultStream, { stream_id })],
      ['no default', () => as(actor).call(removeDefaultStream, { stream_id })],
      ['made web-public', change({ is_web_public: true })],
      [
        'everybody starts topics',
        change({ can_create_topic_group: { new: t.directory.systemGroup('role:everyone').id } }),
      ],
      ['made private', change({ is_private: true, history_public_to_subscribers: false })],
      ['history shared', change({ history_public_to_subscribers: true })],
      [
        'anybody posts',
        change({ can_send_message_group: { new: t.directory.systemGroup('role:everyone').id } }),
      ],
      ['written to again', () => t.given.message(subscriber, channel()!, { topic: 'first' })],
      ['everybody removed', leave(actor, [actor, subscriber, guest])],
    ]
    for (const [step, action] of steps)
      await converge(t, observers, action, { forgetful: true }).catch((error: unknown) => {
        throw new Error(`after "${step}"`, { cause: error })
      })
    expect(channel()?.isPrivate).toBe(true)
  },
)
