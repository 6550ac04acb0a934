import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { removeReaction } from '@tagma/contract/endpoints/reactions/remove-reaction.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import type { VisibilityPolicy } from '@tagma/contract/objects/user-topic.ts'
import { applyEvent } from '@tagma/sync/apply-event.ts'
import { addPage, type Page } from '@tagma/sync/messages/add-page.ts'
import { applyToMessages } from '@tagma/sync/messages/apply-to-messages.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { emptyMessages, type Messages } from '@tagma/sync/messages/messages.ts'
import {
  canonicalNarrow,
  directNarrow,
  type Narrow,
  narrowKey,
  topicNarrow,
} from '@tagma/sync/messages/narrow.ts'
import { covers, type Window } from '@tagma/sync/messages/window.ts'
import type { State } from '@tagma/sync/state.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { testApp } from '#test/app.ts'
import { everyCapability } from '#test/converge.ts'
import { seededRandom } from '#test/crash/seeded-random.ts'
import type { TestUser } from '#test/given.ts'

// FUZZ_SEED=<number or random> plays another day (see tools/property-seed.ts).
const seed = fc.readConfigureGlobal().seed ?? 507
const rounds = 12
const actionsInRound = 12

/** A client that holds windows and follows its queue. */
class Reader {
  readonly #test: TestApp
  readonly user: TestUser
  state: State
  messages: Messages = emptyMessages
  #lastEventId: number

  static async begin(t: TestApp, user: TestUser): Promise<Reader> {
    const state = await t.as(user).call(registerQueue, {
      apply_markdown: true,
      client_gravatar: false,
      slim_presence: true,
      client_capabilities: everyCapability,
    })
    return new Reader(t, user, state)
  }

  private constructor(t: TestApp, user: TestUser, state: State) {
    this.#test = t
    this.user = user
    this.state = state
    this.#lastEventId = state.last_event_id
  }

  /** Takes in all events that wait. */
  async follow(): Promise<void> {
    const { queue_id } = this.state
    if (queue_id === null) throw new Error('No queue was registered')
    for (;;) {
      const { events } = await this.#test
        .as(this.user)
        .call(getEvents, { queue_id, last_event_id: this.#lastEventId, dont_block: true })
      if (events.length === 0) return
      for (const event of events) {
        this.#lastEventId = event.id
        this.state = applyEvent(this.state, event)
        this.messages = applyToMessages(this.messages, event, factsOf(this.state))
      }
    }
  }

  /** Asks for the newest messages of a narrow. The answer comes in when the function that it returns is called. */
  async ask(narrow: Narrow, count: number): Promise<() => void> {
    const asOf = this.messages.position
    const page = await this.fetch(narrow, count)
    return () => {
      this.messages = addPage(this.messages, narrow, page, { facts: factsOf(this.state), asOf })
    }
  }

  fetch(narrow: Narrow, count: number): Promise<Page> {
    return this.#test.as(this.user).call(getMessages, {
      narrow: [...narrow],
      anchor: 'newest',
      num_before: count,
      num_after: 0,
      apply_markdown: true,
      client_gravatar: false,
      allow_empty_topic_name: true,
    })
  }

  windowOf(narrow: Narrow): Window | undefined {
    return this.messages.windows.get(narrowKey(canonicalNarrow(narrow, this.user.id)))
  }
}

/** A message without what no event tells: whether it was received after a move, and the order of flags. */
const comparable = (message: Message | undefined) =>
  message && {
    ...message,
    flags: message.flags.filter((flag) => flag !== 'historical').toSorted(),
    reactions: message.reactions.map(({ emoji_name, user_id }) => `${emoji_name} ${user_id}`),
  }

/** Compares each window with the same one fetched now, as far as it says that it knows. Returns how many were sure. */
async function compare(reader: Reader, narrows: readonly Narrow[], moment: string): Promise<number> {
  let sure = 0
  for (const narrow of narrows) {
    const window = reader.windowOf(narrow)
    if (!window || window.isStale) continue
    sure++
    const page = await reader.fetch(narrow, 1000)
    const fresh = addPage(emptyMessages, narrow, page, { facts: factsOf(reader.state), asOf: 0 })
    const ids = page.messages.map(({ id }) => id).filter((id) => covers(window, id))
    const where = `${moment}: ${reader.user.name}, ${narrowKey(canonicalNarrow(narrow, reader.user.id))}`
    expect({ where, ids: window.ids }).toEqual({ where, ids })
    const held = (messages: Messages) => ids.map((id) => comparable(messages.byId.get(id)))
    expect({ where, messages: held(reader.messages) }).toEqual({ where, messages: held(fresh) })
  }
  return sure
}

test(`windows after events are as if fetched afresh (seed ${seed})`, { timeout: 120_000 }, async () => {
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const oneOf = <const T>(list: readonly T[]): T => list[below(list.length)] as T
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const people = [owner, iris, otto]
  const design = await t.given.channel(people, { name: 'design' })
  const secret = await t.given.channel([owner, otto], { name: 'secret', invite_only: true })
  const topics = ['colors', 'Shades', '', '✔ done']
  const sent: number[] = []
  const narrowsOf = (user: TestUser): Narrow[] => [
    [],
    [{ operator: 'is', operand: 'muted', negated: true }],
    [{ operator: 'channel', operand: design.id }],
    ...topics.map((topic) => topicNarrow(design.id, topic)),
    ...(user === iris ? [] : [topicNarrow(secret.id, 'colors')]),
    directNarrow([iris.id, otto.id], user.id),
    [{ operator: 'is', operand: 'dm' }],
    [{ operator: 'is', operand: 'starred' }],
    [{ operator: 'is', operand: 'unread' }],
    [{ operator: 'is', operand: 'mentioned' }],
    [{ operator: 'is', operand: 'followed' }],
    [{ operator: 'is', operand: 'resolved' }],
    [{ operator: 'has', operand: 'reaction' }],
    [{ operator: 'has', operand: 'link' }],
    [{ operator: 'sender', operand: iris.id }],
    [{ operator: 'search', operand: 'grey' }],
  ]

  const say = async () => {
    const content = oneOf(['grey', 'Hello @**otto**', 'https://example.com/a', '/me waves', '@**all** grey'])
    const to = oneOf([design, design, design, secret, [iris, otto]])
    const sender = to === secret ? oneOf([owner, otto]) : oneOf([iris, otto])
    sent.push(await t.given.message(sender, to, { topic: oneOf(topics), content }))
  }
  const someone = () => t.as(oneOf(people))
  const emoji_name = 'tada'
  const actions: readonly (() => Promise<unknown>)[] = [
    say,
    say,
    () =>
      t
        .as(oneOf([iris, otto]))
        .call(updateMessage, { message_id: oneOf(sent), content: oneOf(['grey', 'blue']) }),
    () =>
      t.as(owner).call(updateMessage, {
        message_id: oneOf(sent),
        topic: oneOf(topics),
        propagate_mode: oneOf(['change_one', 'change_later', 'change_all']),
      }),
    () =>
      t.as(owner).call(updateMessage, {
        message_id: oneOf(sent),
        // Only out of sight: whoever could not read a message learns by no event that it came into sight.
        stream_id: secret.id,
        propagate_mode: oneOf(['change_one', 'change_later']),
      }),
    () => t.as(owner).call(deleteMessage, { message_id: oneOf(sent) }),
    () =>
      someone().call(updateMessageFlags, {
        messages: [...new Set([oneOf(sent), oneOf(sent)])],
        op: oneOf(['add', 'remove']),
        flag: oneOf(['read', 'read', 'starred', 'collapsed']),
      }),
    () => someone().call(addReaction, { message_id: oneOf(sent), emoji_name }),
    () => someone().call(removeReaction, { message_id: oneOf(sent), emoji_name }),
    () =>
      someone().call(updateUserTopic, {
        stream_id: design.id,
        topic: oneOf(topics),
        visibility_policy: below(4) as VisibilityPolicy,
      }),
  ]
  // Some actions are refused, such as changes of messages that are gone. Refusals change nothing.
  const act = () => oneOf(actions)().catch(() => undefined)

  for (let count = 0; count < 30; count++) await say()
  const readers = [await Reader.begin(t, iris), await Reader.begin(t, otto)]
  let [sure, asked] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    for (const reader of readers) {
      const narrows = narrowsOf(reader.user)
      const late: (() => void)[] = []
      for (const narrow of narrows) {
        const window = reader.windowOf(narrow)
        if (window && !window.isStale && window.hasNewest && random() < 0.9) continue
        const take = await reader.ask(narrow, oneOf([5, 1000]))
        // Some answers come before the events in between, some after.
        if (random() < 0.5) take()
        else late.push(take)
        if (random() < 0.2) await act()
      }
      await act()
      if (random() < 0.5) await reader.follow()
      for (const take of late) take()
    }
    for (let count = 0; count < actionsInRound; count++) await act()
    for (const reader of readers) {
      await reader.follow()
      asked += narrowsOf(reader.user).length
      sure += await compare(reader, narrowsOf(reader.user), `round ${round}`)
    }
  }
  // A client that asks the server again after each event would pass, too.
  expect(sure / asked).toBeGreaterThan(0.5)
})
