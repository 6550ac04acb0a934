import type { OrganizationRecord } from '#model/records.ts'
import type { PlainPayload } from '#ports/push-sender.ts'

interface Addressed {
  readonly realm_name: string
  readonly realm_url: string
  readonly user_id: number
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
 * description of encrypted mobile notifications, feature levels 413 and 420.
 */
export type PushPayload = Addressed &
  (
    | (MessageFields & { recipient_type: 'channel'; channel_id: number; channel_name: string; topic: string })
    | (MessageFields & { recipient_type: 'direct'; pm_users?: string })
    | { type: 'remove'; message_ids: readonly number[] }
    | { type: 'test'; time: number }
  )

/** Makes the fields that every notification carries. */
export const addressTo = (organization: OrganizationRecord, url: string, userId: number): Addressed => ({
  realm_name: organization.name,
  realm_url: url,
  user_id: userId,
})

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
        ...(payload.pm_users === undefined ? {} : { pm_users: payload.pm_users }),
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
