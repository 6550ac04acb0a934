import { limits } from '@tagma/contract/limits.ts'
import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import { decideNotifications, type Receiver } from '@tagma/rules/notifications/decide-notifications.ts'
import type { Reason } from '@tagma/rules/notifications/reason.ts'
import type { Services } from '#call/services.ts'
import { settingOf, type OrganizationDirectory } from '#directory/organization-directory.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import type { SubscriptionRow } from '#store/channels/subscriptions.ts'
import { userTopicsOf } from '#store/channels/user-topics.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import {
  pollersAmong,
  receiversAmong,
  subscribersWhoAsked,
  subscriptionsAmong,
  usersMuting,
} from '#store/notifying/notification-wishes.ts'
import { readingAmong } from '#store/reading/message-readers.ts'
import type { AskedOnce } from './asked-once.ts'

// Decides which users a message notifies, by which way (phone, mail) and for which reason. `@tagma/rules` decides for one
// user from facts alone; this file finds the users and the facts. It writes nothing: `carry-out.ts` does.
//
// A decision has three steps.
// 1. Candidates: users that the message may concern.
// 2. Wishes: the rules, as if each candidate were away and had not read the message. Most candidates drop out here.
// 3. Facts about the others: received, read, online. Then the rules once more.
//
// Invariants:
// - A channel message notifies only current subscribers who received it.
// - The candidates of a channel message come from four sources: its flags, the visibility policies of its topic,
//   `notifiedOfChannels`, and `subscribersWhoAsked`. A user outside of all four is never notified. So a new setting
//   that asks for notifications needs a place in one of them.
// - A way that is silent only because the user seems online makes the notification held. `release-held-job.ts` asks
//   again later with `away`; then nothing is held.
// - An edit notifies by a way only if the previous content did not. `gone` compares wishes alone, whether or not a
//   notification was really sent: taking back an unsent one does nothing.
//
// Cost: a fixed number of queries for a message, whatever the number of subscribers: two for a direct message or four
// for a channel message, then up to three for those with a wish. The work grows with the candidates. Messages that are
// decided in one context share the first queries: those of one sender, channel or topic.
//
// Call it in a job, after the commit of the message and outside of transactions. It reads committed rows, so it knows
// what has been read meanwhile. Sending a message must not wait for it.

/** A user to notify of a message, with the reason for each way; undefined keeps a way silent. */
export interface Notification {
  readonly user: UserRecord
  readonly push: Reason | undefined
  readonly email: Reason | undefined
  /** True if a way stays silent only because the user seems to be at a client that shows the message. */
  readonly isHeld: boolean
}

/** Context that all messages of one run share. */
export interface DecisionContext {
  readonly services: Services
  readonly directory: OrganizationDirectory
  readonly asked: AskedOnce
}

/** Flags by user id, for users that a message concerns more than others. */
export type FlagsByUser = Readonly<Record<string, readonly MessageFlag[]>>

/** In seconds. A user of another process counts as polling for so long after their last poll. */
const pollingGrace = 180

/**
 * Decides which users a new message notifies. `only` limits the decision to these users. `away` treats everybody as
 * away.
 */
export async function decideForMessage(
  context: DecisionContext,
  row: MessageRow,
  flags: FlagsByUser,
  { only, away = false }: { only?: ReadonlySet<number>; away?: boolean } = {},
): Promise<Notification[]> {
  return conclude(context, row, await candidatesFor(context, row, flags, only), away)
}

/**
 * Decides which users a message's new content notifies, and whose notifications to take back (`gone`). Notifies people
 * the previous content did not. Direct messages notify nobody again: all participants were notified already.
 */
export async function decideForEdit(
  context: DecisionContext,
  row: MessageRow,
  before: FlagsByUser,
  after: FlagsByUser,
): Promise<{ notifications: Notification[]; gone: number[] }> {
  if (row.channel_id === 0) return { notifications: [], gone: [] }
  const ids = new Set([...Object.keys(before), ...Object.keys(after)].map(Number))
  const candidates = await candidatesFor(context, row, after, ids)
  const was = new Map(
    candidates.map(({ user, receiver }) => [
      user.id,
      decideNotifications({ ...receiver, ...concernOf(before[user.id]) }),
    ]),
  )
  const gone = candidates.filter(({ user, receiver }) => {
    const { push, email } = decideNotifications(receiver)
    const earlier = was.get(user.id)
    return !push.notify && !email.notify && (earlier?.push.notify === true || earlier?.email.notify === true)
  })
  const notifications = (await conclude(context, row, candidates, false)).map((one): Notification => {
    const earlier = was.get(one.user.id)
    return {
      ...one,
      push: earlier?.push.notify === true ? undefined : one.push,
      email: earlier?.email.notify === true ? undefined : one.email,
      isHeld: one.isHeld && earlier?.push.notify !== true && earlier?.email.notify !== true,
    }
  })
  return { notifications, gone: gone.map(({ user }) => user.id) }
}

/** A user that a message may concern, as if they were away and had not read it. */
interface Candidate {
  readonly user: UserRecord
  readonly receiver: Receiver
}

async function candidatesFor(
  {
    services: {
      data: { db },
    },
    directory,
    asked,
  }: DecisionContext,
  row: MessageRow,
  flags: FlagsByUser,
  only: ReadonlySet<number> | undefined,
): Promise<Candidate[]> {
  const muting = await asked.answer(`muting ${row.sender_id}`, () => usersMuting(db, row.sender_id))
  const candidate = (
    userId: number,
    subscription?: SubscriptionRow,
    topic: Receiver['topic'] = 'inherit',
  ): Candidate[] => {
    const user = directory.users.get(userId)
    if (!user || (only && !only.has(userId))) return []
    const isOutside =
      userId === row.sender_id ||
      user.botType !== null ||
      !user.isActive ||
      directory.users.get(row.sender_id)?.email === welcomeBot
    const facts = { isOutside, mutesSender: muting.has(userId), isDirect: row.channel_id === 0, topic }
    return [
      {
        user,
        receiver: { ...facts, ...concernOf(flags[userId]), ...wishesOf(user, subscription), ...absent },
      },
    ]
  }
  if (row.channel_id === 0) {
    const id = row.conversation_id
    const people = await asked.answer(`people ${id}`, () => participantsOf(db, [id]))
    return (people.get(id) ?? []).flatMap((userId) => candidate(userId))
  }
  const channelId = row.channel_id
  const decided = await asked.answer(`topic ${channelId} ${row.topic}`, () =>
    userTopicsOf(db, channelId, row.topic),
  )
  const topics = new Map(decided.map((one) => [one.user_id, policies[one.visibility_policy] ?? 'inherit']))
  const concerned = only ?? [
    ...Object.keys(flags).map(Number),
    ...topics.keys(),
    ...directory.notifiedOfChannels,
    ...(await asked.answer(`channel ${channelId}`, () => subscribersWhoAsked(db, channelId))),
  ]
  const ids = [...new Set(concerned)]
  if (ids.length === 0) return []
  const subscriptions = await asked.answer(`subscriptions ${channelId} ${ids.join()}`, () =>
    subscriptionsAmong(db, channelId, ids),
  )
  return subscriptions.flatMap((one) => candidate(one.user_id, one, topics.get(one.user_id)))
}

const welcomeBot = systemBotEmail(systemBots.welcome.key)
const policies: Readonly<Record<number, Receiver['topic']>> = { 1: 'muted', 2: 'unmuted', 3: 'followed' }
const absent = { hasRead: false, isOnline: false } as const

/** Reads from a message's flags how it concerns a user. */
const concernOf = (flags: readonly MessageFlag[] = []) => ({
  isMentioned: flags.includes('mentioned'),
  isTopicWildcardMentioned: flags.includes('topic_wildcard_mentioned'),
  isChannelWildcardMentioned: flags.includes('stream_wildcard_mentioned'),
  hasAlertWord: flags.includes('has_alert_word'),
})

function wishesOf(
  user: UserRecord,
  subscription: SubscriptionRow | undefined,
): Pick<Receiver, 'subscription' | 'settings'> {
  const choice = (value: 0 | 1 | null | undefined) => (value == null ? null : value === 1)
  const setting = <N extends keyof Receiver['settings']>(name: N) => settingOf(user, name)
  return {
    subscription: {
      isMuted: subscription?.is_muted === 1,
      push: choice(subscription?.push_notifications),
      email: choice(subscription?.email_notifications),
      wildcards: choice(subscription?.wildcard_mentions_notify),
    },
    settings: {
      enable_offline_push_notifications: setting('enable_offline_push_notifications'),
      enable_online_push_notifications: setting('enable_online_push_notifications'),
      enable_offline_email_notifications: setting('enable_offline_email_notifications'),
      enable_stream_push_notifications: setting('enable_stream_push_notifications'),
      enable_stream_email_notifications: setting('enable_stream_email_notifications'),
      enable_followed_topic_push_notifications: setting('enable_followed_topic_push_notifications'),
      enable_followed_topic_email_notifications: setting('enable_followed_topic_email_notifications'),
      wildcard_mentions_notify: setting('wildcard_mentions_notify'),
      enable_followed_topic_wildcard_mentions_notify: setting(
        'enable_followed_topic_wildcard_mentions_notify',
      ),
    },
  }
}

/** Decides for the candidates. Looks up readers and people online only for candidates with a wish: most have none. */
async function conclude(
  context: DecisionContext,
  row: MessageRow,
  candidates: readonly Candidate[],
  away: boolean,
): Promise<Notification[]> {
  const { db } = context.services.data
  const willing = candidates.filter(({ receiver }) => {
    const { push, email } = decideNotifications(receiver)
    return push.notify || email.notify
  })
  if (willing.length === 0) return []
  const ids = willing.map(({ user }) => user.id)
  const received = row.channel_id === 0 ? new Set(ids) : await receiversAmong(db, row.channel_id, row.id, ids)
  const readersOf = await context.asked.answer(`reading ${row.conversation_id} ${ids.join()}`, () =>
    readingAmong(db, row, ids),
  )
  const readers = readersOf(row)
  const online = away
    ? new Set()
    : await onlineAmong(
        context,
        willing.map(({ user }) => user),
      )
  return willing.flatMap(({ user, receiver }) => {
    if (!received.has(user.id) || readers.has(user.id)) return []
    const wish = decideNotifications(receiver)
    const { push, email } = decideNotifications({ ...receiver, isOnline: online.has(user.id) })
    return [
      {
        user,
        push: push.notify ? push.reason : undefined,
        email: email.notify ? email.reason : undefined,
        isHeld: (wish.push.notify && !push.notify) || (wish.email.notify && !email.notify),
      },
    ]
  })
}

/** Finds the users at a client that shows events: it polls, and they were active a moment ago. */
async function onlineAmong(
  { services, directory, asked }: DecisionContext,
  users: readonly UserRecord[],
): Promise<Set<number>> {
  const {
    live: { presence, events },
    data: { db },
    time: { clock },
  } = services
  const { id } = directory.organization
  const now = Math.floor(clock.now() / 1000)
  const { entries } = await presence.get(id)
  const active = users
    .filter((user) => {
      const entry = entries.get(user.id)
      const isActive = entry !== undefined && now - entry.activeAt <= limits.presenceOfflineThresholdSeconds
      return isActive && settingOf(user, 'presence_enabled')
    })
    .map((user) => user.id)
  const here = active.filter((userId) => events.isPolling(id, userId))
  const elsewhere = active.filter((userId) => !events.isPolling(id, userId))
  if (elsewhere.length === 0) return new Set(here)
  const pollers = await asked.answer(`pollers ${elsewhere.join()}`, () =>
    pollersAmong(db, elsewhere, now - pollingGrace),
  )
  return new Set([...here, ...pollers])
}
