import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { events as declared } from '@tagma/contract/events.ts'
import { subscriptionProperties } from '@tagma/contract/objects/channel.ts'
import { applyEvent } from '@tagma/sync/apply-event.ts'
import type { State, SyncEvent } from '@tagma/sync/state.ts'
import { expect } from 'vitest'
import * as z from 'zod'
import type { Account, TestApp } from './app.ts'

/** Capabilities of a client that understands everything. */
export const everyCapability = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
  tagma_commands: true,
} as const

const everything = {
  apply_markdown: true,
  client_gravatar: false,
  include_subscribers: true,
  slim_presence: true,
  client_capabilities: everyCapability,
} as const

/** Events that each observer got, by user id. */
export type Received = ReadonlyMap<number, readonly SyncEvent[]>

/**
 * Runs an action and shows for each observer: the state they had, with the events they got, equals the state of a new
 * registration. Checks every event against the contract. Returns the events.
 * `forgetful` compares former subscriptions and channels without any subscription as one list: a channel that was
 * hidden comes back without saying which it is.
 */
export async function converge(
  test: TestApp,
  observers: readonly Account[],
  action: () => Promise<unknown>,
  { forgetful = false } = {},
): Promise<Received> {
  const before = new Map<Account, State>()
  for (const observer of observers) {
    const state = await test.as(observer).call(registerQueue, everything)
    before.set(observer, state)
  }
  await action()
  const received = new Map<number, SyncEvent[]>()
  for (const observer of observers) {
    const start = before.get(observer)
    if (!start) continue
    const happened = await drain(test, observer, start)
    received.set(observer.id, happened)
    const replayed = happened.reduce(applyEvent, start)
    const fresh = await test.as(observer).call(registerQueue, everything)
    expect(comparable(replayed, forgetful), `what ${observer.email} knows after the events`).toEqual(
      comparable(fresh, forgetful),
    )
  }
  return received
}

async function drain(
  test: TestApp,
  observer: Account,
  { queue_id, last_event_id }: State,
): Promise<SyncEvent[]> {
  if (queue_id === null) throw new Error('No queue was registered')
  const happened: SyncEvent[] = []
  let last = last_event_id
  for (;;) {
    const { events } = await test
      .as(observer)
      .call(getEvents, { queue_id, last_event_id: last, dont_block: true })
    if (events.length === 0) return happened
    for (const event of events) {
      expect(event.id, 'event ids increase').toBeGreaterThan(last)
      last = event.id
      checkAgainstContract(event)
      happened.push(event)
    }
  }
}

/** Checks of declared events by type and operation. Making one takes zod several times as long as using it. */
const eventChecks = new Map(
  declared.map((event) => [
    `${event.type} ${'op' in event ? event.op : undefined}`,
    z.strictObject(event.fields),
  ]),
)

function checkAgainstContract(event: Readonly<Record<string, unknown>>): void {
  const { id: _id, type, op, ...fields } = event
  const check = eventChecks.get(`${String(type)} ${String(op)}`)
  if (!check) throw new Error(`An event that the contract does not declare: ${JSON.stringify(event)}`)
  const checked = check.safeParse(fields)
  if (!checked.success)
    throw new Error(
      `The event ${String(type)} is not as declared:\n${z.prettifyError(checked.error)}\n${JSON.stringify(event)}`,
    )
}

/** The state without differences between two queues, with meaningless orders sorted. */
export function comparable(state: State, forgetful = false): unknown {
  const {
    queue_id: _queue,
    last_event_id: _last,
    presence_last_update_id: _presence,
    server_timestamp: _time,
    // Deprecated. It goes down when the newest message is deleted, and no event tells.
    max_message_id: _newest,
    ...rest
  } = state
  const { unsubscribed = [], never_subscribed = [], ...others } = rest
  return sortLists(
    forgetful
      ? { ...others, not_subscribed: [...unsubscribed.map(withoutSettings), ...never_subscribed] }
      : rest,
  )
}

/** A channel without its subscriber's settings. */
const withoutSettings = (channel: object) =>
  Object.fromEntries(Object.entries(channel).filter(([name]) => !(name in subscriptionProperties)))

/** Sorts lists whose order means nothing. */
function sortLists(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map(sortLists)
      .map((item) => ({ item, text: JSON.stringify(item) }))
      .toSorted((a, b) => (a.text < b.text ? -1 : 1))
      .map(({ item }) => item)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sortLists(inner)]),
    )
  }
  return value
}
