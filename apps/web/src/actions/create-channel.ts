import type { Args } from '@tagma/contract/define.ts'
import type { createChannel as endpoint } from '@tagma/contract/endpoints/channels/create-channel.ts'
import type { ChannelGroupSetting } from '@tagma/contract/settings/channel-permissions.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'

/**
 * Kinds of channels by their readers: everybody in the organization; its people, with or without the messages from before
 * they came; everybody on the web.
 */
export const privacies = ['public', 'private', 'private-protected', 'web-public'] as const
export type Privacy = (typeof privacies)[number]

/** Settings of a new channel that differ from the usual ones. */
export type FurtherSettings = Partial<
  Pick<
    Args<typeof endpoint>,
    | 'topics_policy'
    | 'message_retention_days'
    | 'is_default_stream'
    | 'default_push_notifications'
    | 'hidden_from_agents'
    | 'send_new_subscription_messages'
    | ChannelGroupSetting
  >
>

export interface NewChannel {
  readonly name: string
  /** Markdown. */
  readonly description: string
  readonly privacy: Privacy
  readonly folderId: number | undefined
  readonly subscribers: readonly number[]
  readonly isAnnounced: boolean
  readonly further: FurtherSettings
}

const properties = {
  public: {},
  private: { invite_only: true, history_public_to_subscribers: true },
  'private-protected': { invite_only: true, history_public_to_subscribers: false },
  'web-public': { is_web_public: true },
} as const satisfies Record<Privacy, object>

/** Creates a channel, and returns its id. Rejects with the server's error. */
export async function createChannel({ client }: App, channel: NewChannel): Promise<number> {
  const { name, description, privacy, folderId, subscribers, isAnnounced, further } = channel
  const { id } = await client.call(wire.createChannel, {
    name,
    description,
    subscribers: [...subscribers],
    announce: isAnnounced,
    ...furtherFor(privacy, further),
    ...properties[privacy],
    ...(folderId === undefined ? {} : { folder_id: folderId }),
  })
  return id
}

/** Leaves out what a kind of channel cannot have: the form may have been filled in for another kind. */
export function furtherFor(privacy: Privacy, further: FurtherSettings): FurtherSettings {
  const { is_default_stream, can_create_topic_group, ...others } = further
  return {
    ...others,
    ...(is_default_stream !== undefined && !isPrivate(privacy) ? { is_default_stream } : {}),
    ...(can_create_topic_group !== undefined && privacy !== 'private-protected'
      ? { can_create_topic_group }
      : {}),
  }
}

/** Whether only its people find a channel of this kind. */
export const isPrivate = (privacy: Privacy): boolean =>
  privacy === 'private' || privacy === 'private-protected'
