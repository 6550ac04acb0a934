import type { OrganizationTableRows } from '#store/organization/organization-table-rows.ts'
import type { ZulipBook } from './zulip-book.ts'
import type { ZulipCircles } from './zulip-circles.ts'

const deliveryTypes = { message: 1, reminder: 2 } as const

/** Writes what people have set up for themselves. Drafts are in no export of Zulip. */
export async function writePersonal(
  book: ZulipBook,
  rows: OrganizationTableRows,
  circles: ZulipCircles,
): Promise<void> {
  const { realm } = book
  for (const row of await rows.read('profile_fields', 'position'))
    book.add('zerver_customprofilefield', {
      id: row.id,
      realm,
      name: row.name,
      hint: row.hint,
      field_type: row.type,
      field_data: row.field_data,
      order: row.position,
      display_in_profile_summary: row.in_summary === 1,
      required: row.required === 1,
      editable_by_user: row.editable_by_user === 1,
      use_for_user_matching: row.for_matching === 1,
    })
  for (const row of await rows.read('profile_values', 'user_id', 'field_id'))
    book.add('zerver_customprofilefieldvalue', {
      user_profile: row.user_id,
      field: row.field_id,
      value: row.value,
      rendered_value: null,
    })
  for (const row of await rows.read('user_topics', 'user_id', 'channel_id', 'topic_key'))
    book.add('zerver_usertopic', {
      user_profile: row.user_id,
      stream: row.channel_id,
      recipient: book.recipient(2, row.channel_id),
      topic_name: row.topic,
      last_updated: row.updated_at,
      visibility_policy: row.visibility_policy,
    })
  for (const row of await rows.read('muted_users', 'user_id', 'muted_user_id'))
    book.add('zerver_muteduser', {
      user_profile: row.user_id,
      muted_user: row.muted_user_id,
      date_muted: row.muted_at,
    })
  for (const row of await rows.read('alert_words', 'user_id', 'key'))
    book.add('zerver_alertword', { realm, user_profile: row.user_id, word: row.word })
  for (const row of await rows.read('saved_snippets', 'id'))
    book.add('zerver_savedsnippet', {
      id: row.id,
      realm,
      user_profile: row.user_id,
      title: row.title,
      content: row.content,
      date_created: row.created_at,
    })
  for (const row of await rows.read('navigation_views', 'user_id', 'fragment'))
    book.add('zerver_navigationview', {
      user: row.user_id,
      fragment: row.fragment,
      is_pinned: row.is_pinned === 1,
      name: row.name,
    })
  await writeStates(book, rows)
  await writeScheduled(book, rows, circles)
}

async function writeStates(book: ZulipBook, rows: OrganizationTableRows): Promise<void> {
  const { realm } = book
  for (const row of await rows.read('user_statuses', 'user_id'))
    book.add('zerver_userstatus', {
      user_profile: row.user_id,
      timestamp: 0,
      client: book.client('website'),
      status: 0,
      status_text: row.text,
      emoji_name: row.emoji_name,
      emoji_code: row.emoji_code,
      reaction_type: zulipReactionType(row.emoji_type || 'unicode_emoji'),
    })
  const presence = await rows.read('presence', 'update_id')
  for (const row of presence)
    book.add('zerver_userpresence', {
      realm,
      user_profile: row.user_id,
      last_active_time: row.active_at > 0 ? row.active_at : null,
      last_connected_time: row.seen_at,
      last_update_id: row.update_id,
    })
  book.add('zerver_presencesequence', { realm, last_update_id: presence.at(-1)?.update_id ?? 0 })
}

async function writeScheduled(
  book: ZulipBook,
  rows: OrganizationTableRows,
  circles: ZulipCircles,
): Promise<void> {
  for (const row of await rows.read('scheduled_messages', 'id')) {
    const people = [row.user_id, ...(JSON.parse(row.recipients) as number[])]
    book.add('zerver_scheduledmessage', {
      id: row.id,
      realm: book.realm,
      sender: row.user_id,
      recipient:
        row.channel_id === null
          ? circles.recipientOf(people, row.user_id)
          : book.recipient(2, row.channel_id),
      stream: row.channel_id,
      subject: row.topic,
      content: row.content,
      rendered_content: '',
      sending_client: book.client(row.client),
      scheduled_timestamp: row.deliver_at,
      delivered: false,
      delivered_message: null,
      delivery_type: row.kind === 'reminder' ? deliveryTypes.reminder : deliveryTypes.message,
      failed: row.has_failed === 1,
      failure_message: row.failure,
      has_attachment: false,
      read_by_sender: row.read_by_sender === 1,
      reminder_target_message_id: row.target_message_id,
      reminder_note: row.kind === 'reminder' ? row.note : null,
      request_timestamp: row.deliver_at,
    })
  }
}

/** Zulip's name for the emoji that are its own. */
export const zulipReactionType = (type: string): string =>
  type === 'service_extra_emoji' ? 'zulip_extra_emoji' : type
