import { limits } from '@tagma/contract/limits.ts'
import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import { settingOf, type OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Services } from '#server/call.ts'
import { participantsOf } from '#store/conversations.ts'
import type { MessageRow } from '#store/messages.ts'
import { activeSubscriptionsOf, hasPolledSince, usersMuting } from '#store/notification-wishes.ts'
import { loadReadState } from '#store/read-state.ts'
import { receivedMessage } from '#store/subscription-spans.ts'
import type { SubscriptionRow } from '#store/subscriptions.ts'
import { userTopicsOf } from '#store/user-topics.ts'
import { decideNotifications, type Reason, type Receiver } from './rules.ts'

/** Somebody who is to be notified of a message, and why; a way that is undefined stays silent. */
export interface Notification {
  readonly user: UserRecord
  readonly push: Reason | undefined
  readonly email: Reason | undefined
}

/** What the messages of one run have in common, looked up once. */
export interface DecisionContext {
  readonly services: Services
  readonly directory: OrganizationDirectory
  readonly subscriptions: Map<number, readonly SubscriptionRow[]>
}

/** How long after their last poll somebody who polls another process counts as polling, in seconds. */
const pollingGrace = 180

/** Who is to be notified of a message. `flags` are those of the receivers whom it concerns more than others. */
export async function decideForMessage(
  context: DecisionContext,
  row: MessageRow,
  flags: Readonly<Record<string, readonly MessageFlag[]>>,
): Promise<Notification[]> {
  const { services, directory } = context
  const muting = await usersMuting(services.db, row.sender_id)
  const topics = await topicPoliciesFor(services, row)
  const notifications: Notification[] = []
  for (const { user, subscription } of await candidatesFor(context, row)) {
    // Asks the settings first: most are ruled out without looking anything up.
    const receiver = receiverOf(row, user, subscription, {
      flags: flags[user.id] ?? [],
      mutesSender: muting.has(user.id),
      topic: topics.get(user.id) ?? 'inherit',
    })
    const wishes = decideNotifications(receiver)
    if (!wishes.push.notify && !wishes.email.notify) continue
    if (row.channel_id !== 0 && !(await receivedMessage(services.db, user.id, row.channel_id, row.id)))
      continue
    const readState = await loadReadState(services.db, user.id, [row.conversation_id])
    const { push, email } = decideNotifications({
      ...receiver,
      hasRead: readState.hasRead(row, 0),
      isOnline: await isOnline(services, directory, user),
    })
    if (push.notify || email.notify)
      notifications.push({
        user,
        push: push.notify ? push.reason : undefined,
        email: email.notify ? email.reason : undefined,
      })
  }
  return notifications
}

/** Those who receive a message, with their wishes for its channel. */
async function candidatesFor(
  { services, directory, subscriptions }: DecisionContext,
  row: MessageRow,
): Promise<{ user: UserRecord; subscription: SubscriptionRow | undefined }[]> {
  if (row.channel_id === 0) {
    const participants = (await participantsOf(services.db, [row.conversation_id])).get(row.conversation_id)
    return (participants ?? []).flatMap((id) => {
      const user = directory.users.get(id)
      return user ? [{ user, subscription: undefined }] : []
    })
  }
  let rows = subscriptions.get(row.channel_id)
  if (!rows)
    subscriptions.set(row.channel_id, (rows = await activeSubscriptionsOf(services.db, row.channel_id)))
  return rows.flatMap((subscription) => {
    const user = directory.users.get(subscription.user_id)
    return user ? [{ user, subscription }] : []
  })
}

const policies: Readonly<Record<number, Receiver['topic']>> = { 1: 'muted', 2: 'unmuted', 3: 'followed' }

/** What users said about a message's topic; those who said nothing are missing. */
async function topicPoliciesFor(
  { db }: Services,
  row: MessageRow,
): Promise<ReadonlyMap<number, Receiver['topic']>> {
  if (row.channel_id === 0) return new Map()
  const rows = await userTopicsOf(db, row.channel_id, row.topic)
  return new Map(rows.map((one) => [one.user_id, policies[one.visibility_policy] ?? 'inherit']))
}

function receiverOf(
  row: MessageRow,
  user: UserRecord,
  subscription: SubscriptionRow | undefined,
  {
    flags,
    mutesSender,
    topic,
  }: { flags: readonly MessageFlag[]; mutesSender: boolean; topic: Receiver['topic'] },
): Receiver {
  const choice = (value: 0 | 1 | null | undefined) => (value == null ? null : value === 1)
  const setting = <N extends keyof Receiver['settings']>(name: N) => settingOf(user, name)
  return {
    isOutside: user.id === row.sender_id || user.botType !== null || !user.isActive,
    mutesSender,
    hasRead: false,
    isOnline: false,
    isDirect: row.channel_id === 0,
    isMentioned: flags.includes('mentioned'),
    isTopicWildcardMentioned: flags.includes('topic_wildcard_mentioned'),
    isChannelWildcardMentioned: flags.includes('stream_wildcard_mentioned'),
    hasAlertWord: flags.includes('has_alert_word'),
    topic,
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

/** Whether a user is at a client that shows them what comes: it polls, and they were active a moment ago. */
async function isOnline(
  { presence, events, db, clock }: Services,
  { organization }: OrganizationDirectory,
  user: UserRecord,
): Promise<boolean> {
  const now = Math.floor(clock.now() / 1000)
  const entry = (await presence.get(organization.id)).entries.get(user.id)
  const isActive = entry !== undefined && now - entry.activeAt <= limits.presenceOfflineThresholdSeconds
  return (
    isActive &&
    settingOf(user, 'presence_enabled') &&
    (events.isPolling(organization.id, user.id) || (await hasPolledSince(db, user.id, now - pollingGrace)))
  )
}
