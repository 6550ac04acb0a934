import type { OrganizationRecord } from '#model/records.ts'
import type { PlainPayload } from '#ports/push-sender.ts'

interface Addressed {
  readonly realm_name: string
  readonly realm_url: string
  readonly user_id: number
}

interface DirectRecipient {
  readonly recipient_type: 'direct'
  /** All participants in ascending order, the notified user and the sender among them. Since feature level 429. */
  readonly recipient_user_ids: readonly number[]
}

interface MessageFields {
  readonly type: 'message'
  readonly message_id: number
  readonly sender_id: number
  readonly sender_full_name: string
  readonly sender_avatar_url: string
  /** UNIX seconds. */
  readonly time: number
  /** Plain text, shortened. */
  readonly content: string
  readonly mentioned_user_group_id?: number
  readonly mentioned_user_group_name?: string
}

/**
 * Decrypted content of a notification: a new message, messages whose notifications are to go, or a test. Public
 * description of encrypted mobile notifications, feature levels 413, 420 and 429.
 */
export type PushPayload = Addressed &
  (
    | (MessageFields & { recipient_type: 'channel'; channel_id: number; channel_name: string; topic: string })
    | (MessageFields & DirectRecipient)
    | { type: 'remove'; message_ids: readonly number[] }
    | { type: 'test'; time: number }
  )

/** Makes the fields that every notification carries. */
export const addressTo = (organization: OrganizationRecord, url: string, userId: number): Addressed => ({
  realm_name: organization.name,
  realm_url: url,
  user_id: userId,
})

/** A waiting payload as version 0.1 wrote it: with the ids of groups as a text, and without ids for two people. */
type StoredPayload =
  | PushPayload
  | (Addressed & MessageFields & { recipient_type: 'direct'; pm_users?: string })

/** Reads a payload that waited in the outbox, perhaps through an upgrade from version 0.1. */
export function decodePayload(json: string): PushPayload {
  const stored = JSON.parse(json) as StoredPayload
  if (stored.type !== 'message' || stored.recipient_type !== 'direct' || 'recipient_user_ids' in stored)
    return stored
  const { pm_users, ...payload } = stored
  const people = pm_users?.split(',').map(Number) ?? [payload.sender_id, payload.user_id]
  return { ...payload, recipient_user_ids: people.toSorted((a, b) => a - b) }
}

/** Presents a payload for a client that does not encrypt, in the names and texts used before feature level 413. */
export function plainPayload(payload: PushPayload, organizationId: number): PlainPayload {
  const { realm_name, realm_url, user_id } = payload
  const base = {
    server: new URL(realm_url).host,
    realm_id: organizationId,
    realm_uri: realm_url,
    realm_url,
    realm_name,
    user_id,
  }
  if (payload.type === 'test') {
    return {
      data: { ...base, event: 'test', time: payload.time },
      alert: {
        title: 'Test notification',
        subtitle: '',
        body: `This is a test notification from ${realm_url}.`,
      },
    }
  }
  if (payload.type === 'remove') {
    const ids = payload.message_ids.join(',')
    return { data: { ...base, event: 'remove', zulip_message_ids: ids }, alert: null }
  }
  const { message_id, sender_id, sender_full_name, sender_avatar_url, time, content } = payload
  const isChannel = payload.recipient_type === 'channel'
  const where = isChannel
    ? {
        recipient_type: 'stream',
        stream: payload.channel_name,
        stream_id: payload.channel_id,
        topic: payload.topic,
      }
    : {
        recipient_type: 'private',
        // Apps of that time take a direct message for one among several people if it has this field.
        ...(payload.recipient_user_ids.length > 2 ? { pm_users: payload.recipient_user_ids.join(',') } : {}),
      }
  return {
    data: {
      ...base,
      event: 'message',
      zulip_message_id: message_id,
      sender_id,
      sender_full_name,
      sender_avatar_url,
      time,
      content,
      ...where,
      ...(payload.mentioned_user_group_id === undefined
        ? {}
        : {
            mentioned_user_group_id: payload.mentioned_user_group_id,
            mentioned_user_group_name: payload.mentioned_user_group_name,
          }),
    },
    alert: {
      title: isChannel ? `#${payload.channel_name} > ${payload.topic}` : sender_full_name,
      subtitle: isChannel ? `${sender_full_name}:` : '',
      body: content,
    },
  }
}
