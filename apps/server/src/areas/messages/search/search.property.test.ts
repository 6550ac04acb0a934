import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { mergeIndex } from './merge-index.ts'

// Compares a search with a naive look at every message: the right to read it, and its words.

const words = ['apple', 'basket', 'cherry', 'dagger', 'engine'] as const
const topics = ['alpha', 'apple pie', 'gamma'] as const

const who = fc.nat({ max: 3 })
const pick = fc.nat({ max: 40 })
const channel = fc.nat({ max: 5 })
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
const topic = fc.nat({ max: topics.length - 1 })

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('send' as const), by: who, channel, topic, text }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('direct' as const), by: who, to: who, text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), pick, text }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      pick,
      channel,
      topic,
      mode: fc.constantFrom('change_one' as const, 'change_later' as const, 'change_all' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), by: who, channel }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join' as const), by: who, channel }) },
  // Indexes some of the messages separately, so that they lie in another part of the index.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('search' as const), by: who }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Known {
  readonly id: number
  readonly participants: ReadonlySet<number>
  channel: number | undefined
  topic: string
  words: readonly string[]
  /** People who were subscribed when it was moved into its channel without shared history. */
  movedBefore?: ReadonlySet<number> | undefined
}

interface Place {
  readonly id: number
  readonly name: string
  readonly kind: 'public' | 'shared' | 'protected'
}

/** The naive model, kept by the rules of the documentation. */
class Model {
  messages: Known[] = []
  /** For each channel and person: the subscription, and the spans of ids that they received. */
  readonly spans = new Map<string, { after: number; until: number }[]>()
  readonly places: readonly Place[]
  readonly guest: number

  constructor(places: readonly Place[], guest: number) {
    this.places = places
    this.guest = guest
  }

  of(user: number, place: number) {
    const key = `${user} ${place}`
    const spans = this.spans.get(key) ?? []
    this.spans.set(key, spans)
    return spans
  }

  isIn = (user: number, place: number) => this.of(user, place).at(-1)?.until === Infinity

  received = (user: number, { id, channel: place, participants, movedBefore }: Known) =>
    place === undefined
      ? participants.has(user)
      : movedBefore
        ? movedBefore.has(user)
        : this.of(user, place).some(({ after, until }) => after < id && id <= until)

  /** Tells whether a user may read a message at all. */
  readable(user: number, message: Known): boolean {
    if (message.channel === undefined) return message.participants.has(user)
    const kind = this.places[message.channel]?.kind
    if (kind === 'public' && user !== this.guest) return true
    if (!this.isIn(user, message.channel)) return false
    return kind !== 'protected' || this.received(user, message)
  }
}

const has = ({ words: own, topic: name }: Known, word: string) => own.includes(word) || name.includes(word)
const hasPhrase = ({ words: own, topic: name }: Known, phrase: readonly string[]) =>
  ` ${own.join(' ')} `.includes(` ${phrase.join(' ')} `) || ` ${name} `.includes(` ${phrase.join(' ')} `)

async function found(t: TestApp, by: Account, operand: string, place?: Place): Promise<number[]> {
  const { messages } = await t.as(by).call(getMessages, {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'search', operand }, ...(place ? [{ operator: 'channel', operand: place.id }] : [])],
  })
  return messages.map(({ id }) => id)
}

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

async function perform(t: TestApp, users: readonly Account[], model: Model, action: Step): Promise<void> {
  const owner = users.at(-1)
  const user = (index: number) => users[index] ?? owner
  const posted = model.messages.filter((message) => message.channel !== undefined)
  const newest = model.messages.at(-1)?.id ?? 0
  if (!owner) return
  switch (action.kind) {
    case 'send': {
      const record = t.directory.channels.get(model.places[action.channel]?.id ?? 0)
      const name = topics[action.topic]
      // The owner is in every channel, and posts for people who may not.
      const by = model.isIn(action.by, action.channel) ? user(action.by) : owner
      if (!record || !by || name === undefined) return
      const id = await t.given.message(by, record, { topic: name, content: action.text.join(' ') })
      model.messages.push({
        id,
        participants: new Set(),
        channel: action.channel,
        topic: name,
        words: action.text,
      })
      return
    }
    case 'direct': {
      const [by, to] = [user(action.by), user(action.to)]
      if (!by || !to) return
      const id = await t.given.message(by, [to], { content: action.text.join(' ') })
      const participants = new Set([action.by, action.to])
      model.messages.push({ id, participants, channel: undefined, topic: '', words: action.text })
      return
    }
    case 'edit': {
      const message = at(posted, action.pick)
      if (!message || message.words.join(' ') === action.text.join(' ')) return
      const row = await t.app.services.data.db
        .selectFrom('messages')
        .select('sender_id')
        .where('id', '=', message.id)
        .executeTakeFirstOrThrow()
      const sender = users.find(({ id }) => id === row.sender_id)
      const index = sender ? users.indexOf(sender) : -1
      if (!sender || (sender !== owner && !model.readable(index, message))) return
      await t.as(sender).call(updateMessage, { message_id: message.id, content: action.text.join(' ') })
      message.words = action.text
      return
    }
    case 'move': {
      const message = at(posted, action.pick)
      const place = model.places[action.channel]
      const name = topics[action.topic]
      if (!message || !place || name === undefined) return
      if (message.channel === action.channel && message.topic === name) return
      const moved = posted.filter(
        (other) =>
          other.channel === message.channel &&
          other.topic === message.topic &&
          (action.mode === 'change_all' ||
            other.id === message.id ||
            (action.mode === 'change_later' && other.id > message.id)),
      )
      await t.as(owner).call(updateMessage, {
        message_id: message.id,
        topic: name,
        ...(message.channel === action.channel ? {} : { stream_id: place.id }),
        propagate_mode: action.mode,
        send_notification_to_new_thread: false,
      })
      const movedBefore = new Set(users.keys().filter((index) => model.isIn(index, action.channel)))
      for (const each of moved) {
        if (each.channel !== action.channel)
          each.movedBefore = place.kind === 'protected' ? movedBefore : undefined
        each.channel = action.channel
        each.topic = name
      }
      return
    }
    case 'delete': {
      const message = at(posted, action.pick)
      if (!message) return
      await t.as(owner).call(deleteMessage, { message_id: message.id })
      model.messages = model.messages.filter((other) => other !== message)
      return
    }
    case 'leave': {
      const place = model.places[action.channel]
      const by = user(action.by)
      if (!place || !by || !model.isIn(action.by, action.channel)) return
      await t.as(by).call(unsubscribe, { subscriptions: [place.name] })
      const last = model.of(action.by, action.channel).at(-1)
      if (last) last.until = newest
      return
    }
    case 'join': {
      const place = model.places[action.channel]
      const by = user(action.by)
      if (!place || !by || model.isIn(action.by, action.channel)) return
      await t.as(owner).call(subscribe, {
        subscriptions: [{ name: place.name }],
        principals: [by.id],
        send_new_subscription_messages: false,
      })
      model.of(action.by, action.channel).push({ after: newest, until: Infinity })
      return
    }
    case 'search': {
      const by = user(action.by)
      if (by) await found(t, by, words[0])
      await mergeIndex(t.app.services, t.organizationId, 3)
    }
  }
}

test('a search finds the same as a look at every message, after any actions and for every user', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const t = await testApp()
      const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
      const guest = await t.given.user('gast', { role: 'guest' })
      const owner = await t.given.user('owner', { role: 'owner' })
      const users = [iris, otto, mia, guest, owner]
      const kinds = ['public', 'shared', 'protected'] as const
      const places: Place[] = []
      for (const [index, kind] of [...kinds, ...kinds].entries()) {
        const subscribers = index < 3 ? [owner, iris, otto, guest] : [owner, iris]
        const { id, name } = await t.given.channel(subscribers, {
          name: `${kind} ${index}`,
          invite_only: kind !== 'public',
          history_public_to_subscribers: kind !== 'protected',
        })
        places.push({ id, name, kind })
      }
      const model = new Model(places, users.indexOf(guest))
      for (const index of places.keys())
        for (const account of index < 3 ? [iris, otto, guest] : [iris])
          model.of(users.indexOf(account), index).push({ after: 0, until: Infinity })
      for (const action of steps) await perform(t, users, model, action)

      for (const [index, by] of [iris, otto, mia, guest].entries()) {
        const read = model.messages.filter((each) => model.readable(index, each))
        const received = read.filter((each) => model.received(index, each))
        const expected = (of: readonly Known[], meets: (message: Known) => boolean) =>
          of.filter(meets).map(({ id }) => id)
        const look = async (operand: string, meets: (message: Known) => boolean) => {
          expect({ by: index, operand, ids: await found(t, by, operand) }).toEqual({
            by: index,
            operand,
            ids: expected(received, meets),
          })
          for (const [number, place] of places.entries()) {
            const mayAsk = model.isIn(index, number) || (place.kind === 'public' && by !== guest)
            if (!mayAsk) continue
            const inPlace = read.filter((each) => each.channel === number)
            expect({ by: index, operand, place, ids: await found(t, by, operand, place) }).toEqual({
              by: index,
              operand,
              place,
              ids: expected(inPlace, meets),
            })
          }
        }
        await look('apple ', (message) => has(message, 'apple'))
        await look('apples cherry ', (message) => has(message, 'apple') && has(message, 'cherry'))
        await look('"basket dagger"', (message) => hasPhrase(message, ['basket', 'dagger']))
      }
    }),
    { numRuns: 8 },
  )
})
