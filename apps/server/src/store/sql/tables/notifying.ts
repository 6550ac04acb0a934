import type { Generated } from 'kysely'
import type { Bit } from '../bit.ts'

/** Outcome of the last notifications for a browser or phone. The same outcome is written at most once an hour. */
export interface ContactColumns {
  /** When its push service last took one. */
  reached_at: number | null
  /** When one last failed; null if one was taken since. */
  failed_at: number | null
  /** Reason of that failure: one of a `PushFailure`, or `gone`. */
  failure: string | null
  /** The failure in words. */
  failure_text: string | null
}

/** A device with a client of a user. */
export interface DevicesTable extends ContactColumns {
  id: Generated<number>
  organization_id: number
  user_id: number
  /** The client's own id for the key. */
  push_key_id: number | null
  /** Base64 of the byte 0x31 and a secretbox key of 32 bytes. */
  push_key: string | null
  /** `fcm` or `apns`. */
  token_kind: string | null
  /** Id of the token at the push service: base64 of the first 8 bytes of its SHA-256. */
  push_token_id: string | null
  /** Id of the token that is being registered. */
  pending_push_token_id: string | null
  token_updated_at: number | null
  /** Error of the last registration. */
  error_code: string | null
  /** The token itself, if this server calls Apple and Google without a relay. */
  token: string | null
  /** App of the token; of Apple's devices only. */
  app_id: string | null
  /** The app with its version, as it called itself last. */
  program: string | null
  created_at: number | null
}

/** A token on its way to the push service. */
export interface PushRegistrationsTable {
  device_id: number
  organization_id: number
  token_id: string
  public_key: string
  encrypted_registration: string
  created_at: number
  attempts: number
  next_at: number
}

/** A token of a client that does not encrypt its notifications. */
export interface LegacyPushTokensTable extends ContactColumns {
  id: Generated<number>
  organization_id: number
  user_id: number
  /** `fcm` or `apns`. */
  kind: string
  token: string
  app_id: string | null
  /** The app with its version, as it called itself last. */
  program: string | null
  created_at: number | null
}

/** The key with which an organization signs what it sends to browsers. */
export interface WebPushKeysTable {
  organization_id: number
  /** A point on the curve P-256, base64url. */
  public_key: string
  /** The other half, sealed for the organization. */
  sealed: string
}

/** A browser that gets notifications, for as long as its session lasts. */
export interface WebPushSubscriptionsTable extends ContactColumns {
  id: Generated<number>
  organization_id: number
  user_id: number
  session_id: number
  /** Address at the browser's push service. Whoever knows it can send nothing without the key. */
  endpoint: string
  endpoint_hash: string
  /** The browser's public key, base64url. */
  p256dh: string
  /** The secret that the browser shares, base64url. */
  auth: string
  created_at: number
  /** When the person removed it. The row stays with the session, so that the browser does not subscribe by itself again. */
  removed_at: number | null
}

/** A notification for one device that is still to be handed over. */
export interface OutgoingPushesTable {
  id: Generated<number>
  organization_id: number
  /** A UUID, the same at every attempt. */
  notification_id: string
  user_id: number
  /** Exactly one of these three is set. */
  device_id: number | null
  legacy_token_id: number | null
  web_push_id: number | null
  /** The message that it is about; 0 for a notification that takes others back. */
  message_id: number
  /** JSON: content for the client. */
  payload: string
  created_at: number
  attempts: number
  next_at: number
  /** Process that has taken the row. */
  taken_by: string | null
}

export interface OutgoingMailTable {
  id: Generated<number>
  organization_id: number
  recipient: string
  subject: string
  text: string
  html: string | null
  /** Address at which a mail program ends this kind of mail by one POST; null for mail that somebody asked for. */
  unsubscribe: string | null
  /** The same for mails that belong together; null for a mail by itself. */
  thread: string | null
  created_at: number
  attempts: number
  /** Time of the next attempt. */
  next_at: number
  /** Process that has taken the row. */
  taken_by: string | null
}

/** A call of an outgoing webhook on its way. */
export interface FailedHooksTable {
  id: Generated<number>
  organization_id: number
  bot_id: number
  message_id: number
  /** As of `outgoing_hooks`. */
  trigger: string
  /** As of `outgoing_hooks`. */
  details: string | null
  failed_at: number
  problem: string
}

export interface OutgoingHooksTable {
  id: Generated<number>
  organization_id: number
  bot_id: number
  message_id: number
  /** `mention`, `direct_message`, `command` or `action`. */
  trigger: string
  /** JSON of the command, or of the button and who pressed it. */
  details: Generated<string | null>
  created_at: number
  attempts: number
  /** Time of the next attempt. */
  next_at: number
  /** Process that has taken the row. */
  taken_by: string | null
}

/** A feed whose new entries a bot posts. */
export interface FeedsTable {
  id: Generated<number>
  organization_id: number
  /** The bot. */
  user_id: number
  url: string
  channel_id: number
  /** Empty for the feed's title. */
  topic: string
  /** As the feed's server gave them last; empty without. */
  etag: string
  last_modified: string
  /** JSON list: hashes of the newest entries' ids. Null before the first look. */
  seen: string | null
  /** Time of the next look. */
  next_at: number
  /** Failures since it was read last. */
  failures: number
  failing_since: number | null
  /** Reason of the last failure; empty without. */
  problem: string
  told_owner: Bit
}

/** A message whose notification a user's phones show. */
export interface NotifiedMessagesTable {
  user_id: number
  message_id: number
  at: number
}

/** A message that a user will get by mail. */
export interface WaitingEmailNotificationsTable {
  organization_id: number
  user_id: number
  message_id: number
  /** Reason of the notification, as the rules name it. */
  reason: string
  due_at: number
}

/** A message whose notification waits, in case one of the user's clients shows the message first. */
export interface HeldNotificationsTable {
  organization_id: number
  user_id: number
  message_id: number
  /** Log position of the message. */
  position: number
  due_at: number
}

export interface NotifyingFamily {
  devices: DevicesTable
  push_registrations: PushRegistrationsTable
  legacy_push_tokens: LegacyPushTokensTable
  web_push_keys: WebPushKeysTable
  web_push_subscriptions: WebPushSubscriptionsTable
  outgoing_pushes: OutgoingPushesTable
  outgoing_mail: OutgoingMailTable
  outgoing_hooks: OutgoingHooksTable
  failed_hooks: FailedHooksTable
  feeds: FeedsTable
  notified_messages: NotifiedMessagesTable
  waiting_email_notifications: WaitingEmailNotificationsTable
  held_notifications: HeldNotificationsTable
}
