import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { markAllAsRead } from '@tagma/contract/endpoints/messages/mark-all-as-read.ts'
import { markStreamAsRead } from '@tagma/contract/endpoints/messages/mark-stream-as-read.ts'
import { markTopicAsRead } from '@tagma/contract/endpoints/messages/mark-topic-as-read.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessageFlagsForNarrow } from '@tagma/contract/endpoints/messages/update-message-flags-for-narrow.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

// Unread counts against a naive recount: each user has a set of unread messages, and every action does to it what its
// documentation says.

type Action =
  | {
      readonly kind: 'send'
      readonly by: number
      readonly channel: number
      readonly topic: number
      readonly isRead: boolean | undefined
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
// The last one is private, and newcomers do not see what was said before.
const place = fc.nat({ max: 2 })
const hidden = 2
const topic = fc.nat({ max: 2 })
const pick = fc.nat({ max: 30 })
const op = fc.constantFrom('add' as const, 'remove' as const)
const mode = fc.constantFrom('change_one' as const, 'change_later' as const, 'change_all' as const)

const isRead = fc.constantFrom(undefined, true, false)
const send = fc.record({ kind: fc.constant('send' as const), by: who, channel: place, topic, isRead })
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: send },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('direct' as const), by: who, to: who, isRead }) },
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
)

interface Known {
  readonly id: number
  readonly sender: number
  /** Undefined for direct messages. */
  channel: number | undefined
  topic: number
  readonly participants: ReadonlySet<number>
  /** Who was subscribed to the hidden channel when it came there. */
  receivers: ReadonlySet<number>
}

/** The recount. */
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

  /** Who is in a channel now. */
  subscribers = (channel: number) => new Set([0, 1, 2].filter((user) => this.isIn(user, channel)))

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
      // Where only members may post, the owner does it for the others.
      const by = step.channel !== hidden || model.isIn(step.by, hidden) ? step.by : 3
      const { id } = await t.as(at(users, by)).call(sendMessage, {
        type: 'channel',
        to: record.id,
        topic: at(names, step.topic),
        content: 'Hello',
        ...(step.isRead === undefined ? {} : { read_by_sender: step.isRead }),
      })
      // Senders who are not subscribed do not receive it; a program has not read what it sends either.
      const { channel, topic: name } = step
      const receivers = model.subscribers(channel)
      model.sent(
        { id, sender: by, channel, topic: name, participants: new Set(), receivers },
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
      const participants = new Set([step.by, step.to])
      model.sent(
        { id, sender: step.by, channel: undefined, topic: 0, participants, receivers: participants },
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
  }
}

async function unreadIds(t: TestApp, user: Account): Promise<{ ids: number[]; count: number }> {
  const { unread_msgs } = await t
    .as(user)
    .call(registerQueue, { fetch_event_types: ['message', 'update_message_flags'] })
  const ids = [unread_msgs?.streams, unread_msgs?.pms, unread_msgs?.huddles].flatMap((groups) =>
    (groups ?? []).flatMap((group) => group.unread_message_ids),
  )
  return { ids: ids.toSorted((a, b) => a - b), count: unread_msgs?.count ?? -1 }
}

test('unread messages are those of a naive recount, whatever happens', async () => {
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
          const { ids, count } = await unreadIds(t, user)
          expect({ step, user: index, ids }).toEqual({
            step,
            user: index,
            ids: [...(model.unread[index] ?? [])].toSorted((a, b) => a - b),
          })
          expect(count).toBe(ids.length)
        }
      }
    }),
    { numRuns: 15 },
  )
})

test('marking topics, channels and everything as read reaches one’s other clients', async () => {
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
  expect(await unreadIds(t, otto)).toEqual({ ids: [first, direct], count: 2 })
  expect(
    (await t.as(otto).refusal(markTopicAsRead, { stream_id: channel.id, topic_name: 'nowhere' })).message,
  ).toMatch(/nowhere/)
  expect((await t.as(otto).refusal(markStreamAsRead, { stream_id: 1 })).message).toBe('Invalid channel ID')
})
