import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { markAllAsRead } from '@tagma/contract/endpoints/messages/mark-all-as-read.ts'
import { markStreamAsRead } from '@tagma/contract/endpoints/messages/mark-stream-as-read.ts'
import { markTopicAsRead } from '@tagma/contract/endpoints/messages/mark-topic-as-read.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessageFlagsForNarrow } from '@tagma/contract/endpoints/messages/update-message-flags-for-narrow.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newestUnread, unreadIds as idsOf } from '#store/reading/unread-messages.ts'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

// Compares unread counts with a naive recount. Each user has a set of unread messages, and every action changes it as
// the documentation says.

type Action =
  | {
      readonly kind: 'send'
      readonly by: number
      readonly channel: number
      readonly topic: number
      readonly mention: 'nobody' | 'mia' | 'all'
      readonly isRead: boolean | undefined
    }
  | { readonly kind: 'mute'; readonly by: number; readonly channel: number; readonly isMuted: boolean }
  | {
      readonly kind: 'decide'
      readonly by: number
      readonly channel: number
      readonly topic: number
      readonly policy: 0 | 1 | 2 | 3
    }
  | {
      readonly kind: 'direct'
      readonly by: number
      readonly to: number
      readonly isRead: boolean | undefined
    }
  | { readonly kind: 'flag'; readonly by: number; readonly op: 'add' | 'remove'; readonly picks: number[] }
  | { readonly kind: 'all'; readonly by: number }
  | { readonly kind: 'channel'; readonly by: number; readonly channel: number }
  | { readonly kind: 'topic'; readonly by: number; readonly pick: number }
  | { readonly kind: 'narrow'; readonly by: number; readonly channel: number; readonly op: 'add' | 'remove' }
  | {
      readonly kind: 'move'
      readonly pick: number
      readonly channel: number
      readonly topic: number
      readonly mode: 'change_one' | 'change_later' | 'change_all'
    }
  | { readonly kind: 'delete'; readonly pick: number }
  | { readonly kind: 'leave'; readonly by: number; readonly channel: number }
  | { readonly kind: 'join'; readonly by: number; readonly channel: number }

const who = fc.nat({ max: 2 })
// The last one is private, without shared history.
const place = fc.nat({ max: 2 })
const hidden = 2
const topic = fc.nat({ max: 2 })
const pick = fc.nat({ max: 30 })
const op = fc.constantFrom('add' as const, 'remove' as const)
const mode = fc.constantFrom('change_one' as const, 'change_later' as const, 'change_all' as const)

const mention = fc.constantFrom('nobody' as const, 'mia' as const, 'all' as const)
const policy = fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const)
const readByThem = fc.constantFrom(undefined, true, false)
const send = fc.record({
  kind: fc.constant('send' as const),
  by: who,
  channel: place,
  topic,
  mention,
  isRead: readByThem,
})
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: send },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('direct' as const), by: who, to: who, isRead: readByThem }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('flag' as const),
      by: who,
      op,
      picks: fc.array(pick, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('all' as const), by: who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('channel' as const), by: who, channel: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('topic' as const), by: who, pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('narrow' as const), by: who, channel: place, op }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('move' as const), pick, channel: place, topic, mode }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), by: who, channel: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join' as const), by: who, channel: place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('mute' as const),
      by: who,
      channel: place,
      isMuted: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('decide' as const), by: who, channel: place, topic, policy }),
  },
)

interface Known {
  readonly id: number
  readonly sender: number
  /** Undefined for direct messages. */
  channel: number | undefined
  topic: number
  readonly participants: ReadonlySet<number>
  /** People mentioned, and how. */
  readonly mentioned: Map<number, 'by name' | 'with all'>
  /** Subscribers of the hidden channel when the message came there. */
  receivers: ReadonlySet<number>
}

/** The naive recount. */
class Model {
  messages: Known[] = []
  readonly unread = [new Set<number>(), new Set<number>(), new Set<number>()]
  readonly subscribed = [new Set([0, 1, 2]), new Set([0, 1, 2]), new Set([0, 1, 2])]

  sent(message: Known, isReadBySender: boolean): void {
    this.messages.push(message)
    for (const [user, unread] of this.unread.entries())
      if (this.counts(user, message) && !(isReadBySender && user === message.sender)) unread.add(message.id)
  }

  isIn = (user: number, channel: number) => this.subscribed[user]?.has(channel) ?? false

  isReadable(user: number, message: Known): boolean {
    if (message.channel === undefined) return message.participants.has(user)
    return message.channel !== hidden || (this.isIn(user, hidden) && message.receivers.has(user))
  }

  counts(user: number, message: Known): boolean {
    return (
      this.isReadable(user, message) && (message.channel === undefined || this.isIn(user, message.channel))
    )
  }

  /** Current subscribers of a channel. */
  subscribers = (channel: number) => new Set([0, 1, 2].filter((user) => this.isIn(user, channel)))

  /** People a mention reaches: recipients of the message. */
  mentionsBy(whom: 'nobody' | 'mia' | 'all', channel: number): Known['mentioned'] {
    const reached = (user: number) => this.isIn(user, channel)
    if (whom === 'nobody') return new Map()
    if (whom === 'mia') return new Map(reached(2) ? [[2, 'by name']] : [])
    return new Map([0, 1, 2].filter(reached).map((user) => [user, 'with all']))
  }

  set(user: number, messages: readonly Known[], isRead: boolean): void {
    for (const message of messages) {
      if (isRead) this.unread[user]?.delete(message.id)
      else if (this.counts(user, message)) this.unread[user]?.add(message.id)
    }
  }
}

const names = ['alpha', 'beta', 'gamma']

async function perform(
  t: TestApp,
  users: readonly Account[],
  channels: readonly { id: number; name: string }[],
  model: Model,
  step: Action,
): Promise<void> {
  const at = <T>(list: readonly T[], index: number): T => {
    const value = list[index % list.length]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  const inChannels = model.messages.filter((message) => message.channel !== undefined)
  switch (step.kind) {
    case 'send': {
      const to = at(channels, step.channel)
      const record = t.directory.channels.get(to.id)
      if (!record) throw new Error('no channel')
      const content = { nobody: 'Hello', mia: 'Hello @**mia**', all: 'Hello @**all**' }[step.mention]
      // If only members may post, the owner does it for the others.
      const by = step.channel !== hidden || model.isIn(step.by, hidden) ? step.by : 3
      const { id } = await t.as(at(users, by)).call(sendMessage, {
        type: 'channel',
        to: record.id,
        topic: at(names, step.topic),
        content,
        ...(step.isRead === undefined ? {} : { read_by_sender: step.isRead }),
      })
      // A sender without a subscription does not receive the message. A program has not read its own message either.
      model.sent(
        {
          id,
          sender: by,
          channel: step.channel,
          topic: step.topic,
          participants: new Set(),
          mentioned: model.mentionsBy(step.mention, step.channel),
          receivers: model.subscribers(step.channel),
        },
        step.isRead === true,
      )
      return
    }
    case 'direct': {
      const { id } = await t.as(at(users, step.by)).call(sendMessage, {
        type: 'direct',
        to: [at(users, step.to).id],
        content: 'Hello',
        ...(step.isRead === undefined ? {} : { read_by_sender: step.isRead }),
      })
      model.sent(
        {
          id,
          sender: step.by,
          channel: undefined,
          topic: 0,
          participants: new Set([step.by, step.to]),
          mentioned: new Map(),
          receivers: new Set(),
        },
        step.isRead === true,
      )
      return
    }
    case 'flag': {
      const readable = model.messages.filter((message) => model.isReadable(step.by, message))
      if (readable.length === 0) return
      const messages = [...new Set(step.picks.map((index) => at(readable, index)))]
      await t.as(at(users, step.by)).call(updateMessageFlags, {
        messages: messages.map(({ id }) => id),
        op: step.op,
        flag: 'read',
      })
      model.set(step.by, messages, step.op === 'add')
      return
    }
    case 'all':
      await t.as(at(users, step.by)).call(markAllAsRead, {})
      model.unread[step.by]?.clear()
      return
    case 'channel':
      if (step.channel === hidden && !model.isIn(step.by, hidden)) return
      await t.as(at(users, step.by)).call(markStreamAsRead, { stream_id: at(channels, step.channel).id })
      model.set(
        step.by,
        model.messages.filter((message) => message.channel === step.channel),
        true,
      )
      return
    case 'topic': {
      const readable = inChannels.filter((message) => model.isReadable(step.by, message))
      if (readable.length === 0) return
      const chosen = at(readable, step.pick)
      await t.as(at(users, step.by)).call(markTopicAsRead, {
        stream_id: at(channels, chosen.channel ?? 0).id,
        topic_name: at(names, chosen.topic).toUpperCase(),
      })
      model.set(
        step.by,
        model.messages.filter((other) => other.channel === chosen.channel && other.topic === chosen.topic),
        true,
      )
      return
    }
    case 'narrow':
      if (step.channel === hidden && !model.isIn(step.by, hidden)) return
      await t.as(at(users, step.by)).call(updateMessageFlagsForNarrow, {
        anchor: 'oldest',
        num_before: 0,
        num_after: 100,
        narrow: [{ operator: 'channel', operand: at(channels, step.channel).id }],
        op: step.op,
        flag: 'read',
      })
      model.set(
        step.by,
        model.messages.filter((message) => message.channel === step.channel),
        step.op === 'add',
      )
      return
    case 'move': {
      if (inChannels.length === 0) return
      const chosen = at(inChannels, step.pick)
      if (chosen.channel === step.channel && chosen.topic === step.topic) return
      const moved = inChannels.filter(
        (message) =>
          message.channel === chosen.channel &&
          message.topic === chosen.topic &&
          (step.mode === 'change_all' ||
            message.id === chosen.id ||
            (step.mode === 'change_later' && message.id > chosen.id)),
      )
      await t.as(at(users, 3)).call(updateMessage, {
        message_id: chosen.id,
        propagate_mode: step.mode,
        topic: at(names, step.topic),
        send_notification_to_new_thread: false,
        ...(chosen.channel === step.channel ? {} : { stream_id: at(channels, step.channel).id }),
      })
      for (const message of moved) {
        if (message.channel !== step.channel) message.receivers = model.subscribers(step.channel)
        message.channel = step.channel
        message.topic = step.topic
        for (const [user, unread] of model.unread.entries())
          if (!model.counts(user, message)) unread.delete(message.id)
        // A user who loses the message loses its flags.
        for (const user of message.mentioned.keys())
          if (!model.isReadable(user, message)) message.mentioned.delete(user)
      }
      return
    }
    case 'delete': {
      if (model.messages.length === 0) return
      const chosen = at(model.messages, step.pick)
      const by = chosen.channel === undefined ? chosen.sender : 3
      await t.as(at(users, by)).call(deleteMessage, { message_id: chosen.id })
      model.messages = model.messages.filter((message) => message !== chosen)
      for (const unread of model.unread) unread.delete(chosen.id)
      return
    }
    case 'leave':
      if (!model.isIn(step.by, step.channel)) return
      await t.as(at(users, step.by)).call(unsubscribe, { subscriptions: [at(channels, step.channel).name] })
      model.subscribed[step.by]?.delete(step.channel)
      model.set(
        step.by,
        model.messages.filter((message) => message.channel === step.channel),
        true,
      )
      return
    case 'join':
      await t.as(at(users, 3)).call(subscribe, {
        subscriptions: [{ name: at(channels, step.channel).name }],
        principals: [at(users, step.by).id],
        send_new_subscription_messages: false,
      })
      model.subscribed[step.by]?.add(step.channel)
      return
    case 'mute':
      if (model.isIn(step.by, step.channel))
        await t.as(at(users, step.by)).call(updateSubscriptionSettings, {
          subscription_data: [
            { stream_id: at(channels, step.channel).id, property: 'is_muted', value: step.isMuted },
          ],
        })
      return
    case 'decide':
      if (step.channel === hidden && !model.isIn(step.by, hidden)) return
      await t.as(at(users, step.by)).call(updateUserTopic, {
        stream_id: at(channels, step.channel).id,
        topic: at(names, step.topic),
        visibility_policy: step.policy,
      })
  }
}

async function unreadIds(
  t: TestApp,
  user: Account,
): Promise<{ ids: number[]; count: number; mentions: number[] }> {
  const { unread_msgs } = await t
    .as(user)
    .call(registerQueue, { fetch_event_types: ['message', 'update_message_flags'] })
  const ids = [unread_msgs?.streams, unread_msgs?.pms, unread_msgs?.huddles].flatMap((groups) =>
    (groups ?? []).flatMap((group) => group.unread_message_ids),
  )
  return {
    ids: ids.toSorted((a, b) => a - b),
    count: unread_msgs?.count ?? -1,
    mentions: unread_msgs?.mentions ?? [],
  }
}

/** With this limit, and so few ids to look through first, it matters what is above them. */
const fewest = 2
const newestIds = async (t: TestApp, { id }: Account) =>
  idsOf(await newestUnread(t.app.services.data.db, id, fewest, 2 * fewest))

/** Counts unread messages, and lists mentions, by the user's current mutes. */
async function recount(
  t: TestApp,
  user: Account,
  index: number,
  model: Model,
  channels: readonly { id: number }[],
): Promise<{ count: number; mentions: number[] }> {
  const { subscriptions = [], user_topics = [] } = await t
    .as(user)
    .call(registerQueue, { fetch_event_types: ['subscription', 'user_topic'] })
  const isMuted = ({ channel, topic: name }: Known): boolean => {
    if (channel === undefined) return false
    const id = channels[channel]?.id
    const decided = user_topics.find(
      (one) => one.stream_id === id && one.topic_name.toLowerCase() === names[name],
    )
    return decided
      ? decided.visibility_policy === 1
      : subscriptions.some((one) => one.stream_id === id && one.is_muted)
  }
  const unread = model.messages.filter(({ id }) => model.unread[index]?.has(id))
  const mentions = unread.filter(
    (message) =>
      message.mentioned.get(index) === 'by name' ||
      (message.mentioned.get(index) === 'with all' && !isMuted(message)),
  )
  return {
    count: unread.filter((message) => !isMuted(message)).length,
    mentions: mentions.map(({ id }) => id).toSorted((a, b) => a - b),
  }
}

test('unread messages match a naive recount, after any actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async (steps) => {
      const t = await testApp()
      const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
      const owner = await t.given.user('owner', { role: 'owner' })
      const users = [iris, otto, mia, owner]
      const channels = [
        await t.given.channel([iris, otto, mia], { name: 'one' }),
        await t.given.channel([iris, otto, mia], { name: 'two' }),
        await t.given.channel([iris, otto, mia, owner], {
          name: 'three',
          invite_only: true,
          history_public_to_subscribers: false,
        }),
      ]
      const model = new Model()
      for (const step of steps) {
        await perform(t, users, channels, model, step)
        for (const [index, user] of [iris, otto, mia].entries()) {
          expect({ step, user: index, ...(await unreadIds(t, user)) }).toEqual({
            step,
            user: index,
            ids: [...(model.unread[index] ?? [])].toSorted((a, b) => a - b),
            ...(await recount(t, user, index, model, channels)),
          })
          const newest = [...(model.unread[index] ?? [])].toSorted((a, b) => a - b).slice(-fewest)
          expect({ step, user: index, newest: await newestIds(t, user) }).toEqual({
            step,
            user: index,
            newest,
          })
        }
      }
    }),
    { numRuns: 15 },
  )
})

test('the newest unread messages are found although those above them were read one by one', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const ids: number[] = []
  for (let count = 0; count < 6; count++) ids.push(await t.given.message(iris, channel))
  expect(await newestIds(t, otto)).toEqual(ids.slice(4))
  await t.as(otto).call(updateMessageFlags, { messages: ids.slice(3), op: 'add', flag: 'read' })
  expect(await newestIds(t, otto)).toEqual(ids.slice(1, 3))
})

test('marking topics, channels and everything as read reaches the user’s other clients', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const ids: number[] = []
  for (const name of ['a', 'a', 'b', '']) ids.push(await t.given.message(iris, channel, { topic: name }))
  const direct = await t.given.message(iris, [otto])
  const marked = await converge(t, [otto, iris], () =>
    t.as(otto).call(markTopicAsRead, { stream_id: channel.id, topic_name: 'A' }),
  )
  expect(marked.get(otto.id)).toMatchObject([
    { type: 'update_message_flags', op: 'add', flag: 'read', messages: ids.slice(0, 2) },
  ])
  expect(marked.get(iris.id)).toEqual([])
  await converge(t, [otto], () => t.as(otto).call(markStreamAsRead, { stream_id: channel.id }))
  const rest = await converge(t, [otto], () => t.as(otto).call(markAllAsRead, {}))
  expect(rest.get(otto.id)).toMatchObject([{ messages: [direct] }])
  const [first = 0] = ids
  await converge(t, [otto], () =>
    t.as(otto).call(updateMessageFlags, { messages: [first, direct], op: 'remove', flag: 'read' }),
  )
  expect(await unreadIds(t, otto)).toEqual({ ids: [first, direct], count: 2, mentions: [] })
  expect(
    (await t.as(otto).refusal(markTopicAsRead, { stream_id: channel.id, topic_name: 'nowhere' })).message,
  ).toMatch(/nowhere/)
  expect((await t.as(otto).refusal(markStreamAsRead, { stream_id: 1 })).message).toBe('Invalid channel ID')
})

test('clients count messages that are not muted, and follow changes of mutes', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const quiet = await t.given.channel([iris, otto])
  const loud = await t.given.channel([iris, otto])
  const mute = (isMuted: boolean) =>
    t.as(otto).call(updateSubscriptionSettings, {
      subscription_data: [{ stream_id: quiet.id, property: 'is_muted', value: isMuted }],
    })
  const decide = (channel: typeof quiet, name: string, visibility_policy: 0 | 1 | 2 | 3) =>
    t.as(otto).call(updateUserTopic, { stream_id: channel.id, topic: name, visibility_policy })
  const counted = async () => {
    const { count, mentions } = await unreadIds(t, otto)
    return [count, mentions]
  }
  await t.as(otto).call(updateSettings, { automatically_follow_topics_where_mentioned: false })
  await mute(true)
  await decide(loud, 'b', 1)
  const sent: number[] = []
  await converge(t, [otto, iris], async () => {
    for (const channel of [quiet, loud])
      for (const name of ['a', 'b'])
        for (const content of ['Hello @**all**', 'Hello @**otto**'])
          sent.push(await t.given.message(iris, channel, { topic: name, content }))
    await t.given.message(iris, [otto])
  })
  const [, inA, , inB, allLoud, inLoudA, , inLoudB] = sent
  const direct = [inA, inB, inLoudA, inLoudB]
  expect(await counted()).toEqual([3, [inA, inB, allLoud, inLoudA, inLoudB]])
  await converge(t, [otto], () =>
    t.as(otto).call(updateMessageFlags, { messages: sent, op: 'add', flag: 'read' }),
  )
  await converge(t, [otto], () =>
    t.as(otto).call(updateMessageFlags, { messages: sent, op: 'remove', flag: 'read' }),
  )
  expect(await counted()).toEqual([3, [inA, inB, allLoud, inLoudA, inLoudB]])
  // Mentions of everybody count as read now: no event says which of the other messages were mentions.
  const everybody = sent.filter((id) => !direct.includes(id))
  await t.as(otto).call(updateMessageFlags, { messages: everybody, op: 'add', flag: 'read' })
  expect(await counted()).toEqual([2, direct])
  await converge(t, [otto], () => decide(quiet, 'A', 3))
  expect(await counted()).toEqual([3, direct])
  await converge(t, [otto], () => mute(false))
  expect(await counted()).toEqual([4, direct])
  await converge(t, [otto], () => decide(loud, 'b', 0))
  expect(await counted()).toEqual([5, direct])
  await converge(t, [otto], () => mute(true))
  await converge(t, [otto], () => decide(quiet, 'A', 0))
  expect(await counted()).toEqual([3, direct])
})
