import type { Generated } from 'kysely'

/** A device that one of a user's clients runs on. */
export interface DevicesTable {
  id: Generated<number>
  organization_id: number
  user_id: number
  /** The client's own id for the key. */
  push_key_id: number | null
  /** Base64 of the byte 0x31 and a secretbox key of 32 bytes. */
  push_key: string | null
  /** `fcm` or `apns`. */
  token_kind: string | null
  /** The token that the push service knows: base64 of the first 8 bytes of its SHA-256. */
  push_token_id: string | null
  /** The token that is being registered. */
  pending_push_token_id: string | null
  token_updated_at: number | null
  /** Why the last registration failed. */
  error_code: string | null
  /** The token itself, where this server talks to Apple and Google without a relay. */
  token: string | null
  /** The app that has the token; of Apple's devices only. */
  app_id: string | null
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
export interface LegacyPushTokensTable {
  id: Generated<number>
  organization_id: number
  user_id: number
  /** `fcm` or `apns`. */
  kind: string
  token: string
  app_id: string | null
}

/** A notification for one device that has not been handed over yet. */
export interface OutgoingPushesTable {
  id: Generated<number>
  organization_id: number
  /** A UUID, the same at every attempt. */
  notification_id: string
  user_id: number
  /** One of these two is set. */
  device_id: number | null
  legacy_token_id: number | null
  /** The message that it tells of; 0 for what takes notifications back. */
  message_id: number
  /** JSON: what the client gets to read. */
  payload: string
  created_at: number
  attempts: number
  next_at: number
  /** The process that has it in hand. */
  taken_by: string | null
}

export interface OutgoingMailTable {
  id: Generated<number>
  organization_id: number
  recipient: string
  subject: string
  text: string
  html: string | null
  /** Where mail programs end this kind of mail by one POST; null for mail that somebody asked for. */
  unsubscribe: string | null
  /** What mails that belong together have in common; null for a mail of its own. */
  thread: string | null
  created_at: number
  attempts: number
  /** When it may be tried next. */
  next_at: number
  /** The process that has it in hand. */
  taken_by: string | null
}

/** A message that a user's phones show a notification of. */
export interface NotifiedMessagesTable {
  user_id: number
  message_id: number
  at: number
}

/** A message that a user is going to get mail about. */
export interface WaitingEmailNotificationsTable {
  organization_id: number
  user_id: number
  message_id: number
  /** Why, as the rules for notifications name it. */
  reason: string
  due_at: number
}

/** A message that a user is notified of later, unless one of their clients turns out to have shown it. */
export interface HeldNotificationsTable {
  organization_id: number
  user_id: number
  message_id: number
  /** Where the log tells of the message. */
  position: number
  due_at: number
}

export interface NotifyingFamily {
  devices: DevicesTable
  push_registrations: PushRegistrationsTable
  legacy_push_tokens: LegacyPushTokensTable
  outgoing_pushes: OutgoingPushesTable
  outgoing_mail: OutgoingMailTable
  notified_messages: NotifiedMessagesTable
  waiting_email_notifications: WaitingEmailNotificationsTable
  held_notifications: HeldNotificationsTable
}
