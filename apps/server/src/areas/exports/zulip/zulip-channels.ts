import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { OrganizationTableRows } from '#store/organization/organization-table-rows.ts'
import type { ZulipBook } from './zulip-book.ts'
import { permissionColumns } from './zulip-groups.ts'

const topicsPolicies = {
  inherit: 1,
  allow_empty_topic: 2,
  disable_empty_topic: 3,
  empty_topic_only: 4,
} as const

/** Changes of subscriptions in Zulip's log. */
const logged = { created: 301, activated: 302, deactivated: 303 } as const

/** Writes channels, who is and was subscribed, and when that changed. */
export async function writeChannels(
  book: ZulipBook,
  { channels, users }: OrganizationDirectory,
  rows: OrganizationTableRows,
): Promise<void> {
  const { realm } = book
  for (const channel of channels.values()) {
    book.add('zerver_stream', {
      id: channel.id,
      realm,
      name: channel.name,
      description: channel.description,
      rendered_description: channel.renderedDescription,
      date_created: channel.createdAt,
      creator: channel.creatorId,
      invite_only: channel.isPrivate,
      is_web_public: channel.isWebPublic,
      is_in_zephyr_realm: false,
      history_public_to_subscribers: channel.historyPublic,
      deactivated: channel.isArchived,
      message_retention_days: channel.messageRetentionDays,
      first_message_id: null,
      is_recently_active: channel.isRecentlyActive,
      folder: channel.folderId,
      topics_policy: topicsPolicies[channel.topicsPolicy],
      ...permissionColumns(book, channel.settings),
    })
    book.recipient(2, channel.id)
    if (channel.isDefault) book.add('zerver_defaultstream', { realm, stream: channel.id })
  }
  for (const row of await rows.read('subscriptions', 'user_id', 'channel_id'))
    book.add('zerver_subscription', {
      user_profile: row.user_id,
      recipient: book.recipient(2, row.channel_id),
      active: row.is_active === 1,
      is_user_active: users.get(row.user_id)?.isActive ?? false,
      color: row.color,
      is_muted: row.is_muted === 1,
      pin_to_top: row.pin_to_top === 1,
      desktop_notifications: choice(row.desktop_notifications),
      email_notifications: choice(row.email_notifications),
      push_notifications: choice(row.push_notifications),
      audible_notifications: choice(row.audible_notifications),
      wildcard_mentions_notify: choice(row.wildcard_mentions_notify),
    })
  await writeLog(book, rows)
}

/** Null inherits. */
const choice = (bit: 0 | 1 | null): boolean | null => (bit === null ? null : bit === 1)

/** Zulip finds by its log who received what while they were away. */
async function writeLog(book: ZulipBook, rows: OrganizationTableRows): Promise<void> {
  let last = ''
  for (const span of await rows.read('subscription_spans', 'user_id', 'channel_id', 'after_message')) {
    const place = `${span.user_id} ${span.channel_id}`
    const note = (event_type: number, message: number) =>
      book.add('zerver_realmauditlog', {
        realm: book.realm,
        event_type,
        event_time: 0,
        event_last_message_id: message > 0 ? message : null,
        modified_user: span.user_id,
        modified_stream: span.channel_id,
        acting_user: null,
        backfilled: true,
        extra_data: {},
      })
    note(place === last ? logged.activated : logged.created, span.after_message)
    if (span.until_message !== null) note(logged.deactivated, span.until_message)
    last = place
  }
}
