/** Parameters with which the page registers. */
export const registration = {
  apply_markdown: true,
  client_gravatar: true,
  slim_presence: true,
  include_subscribers: 'partial',
  // Half a day without a poll, so that a page that comes back goes on with its queue.
  idle_queue_timeout: 'mobile',
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
    tagma_commands: true,
  },
} as const
