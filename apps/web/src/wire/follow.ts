import { followEvents, type Following } from '@tagma/client/follow-events.ts'
import { emptyMessages, staleWindows } from '@tagma/sync/messages/messages.ts'
import { applyEvents } from '#state/apply-events.ts'
import type { App } from '#state/use-app.ts'

/** Seconds that the server keeps a queue that nobody polls: half a day, so that a page comes back to its own. */
const kept = 'mobile'

/** Follows the account's events, and keeps what the page knows up to date with them. */
export function follow({ store, client, clock, writing }: App): Following {
  return followEvents(
    client,
    {
      registered(state) {
        const { messages } = store.get()
        // What happened since the last event is not known: windows are fetched again.
        store.set({ state, messages: store.get().state ? staleWindows(messages) : emptyMessages, typing: [] })
      },
      received(events) {
        store.set(applyEvents(store.get(), events, clock.now()))
        for (const event of events)
          if (event.type === 'message' && event.local_message_id !== undefined)
            writing.outbox.confirm(event.local_message_id)
      },
      changed(connection) {
        store.set({ connection })
      },
    },
    {
      atEnd: 'keep',
      registration: {
        apply_markdown: true,
        client_gravatar: true,
        slim_presence: true,
        include_subscribers: 'partial',
        idle_queue_timeout: kept,
        client_capabilities: {
          notification_settings_null: true,
          bulk_message_deletion: true,
          user_avatar_url_field_optional: true,
          stream_typing_notifications: true,
          user_settings_object: true,
          linkifier_url_template: true,
          user_list_incomplete: true,
          include_deactivated_groups: true,
          archived_channels: true,
          empty_topic_name: true,
          simplified_presence_events: true,
          individual_emoji_changes: true,
        },
      },
    },
  )
}
