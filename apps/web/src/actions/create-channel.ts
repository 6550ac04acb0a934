import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'

/**
 * Kinds of channels by their readers: everybody in the organization; its people, with or without the messages from before
 * they came; everybody on the web.
 */
export const privacies = ['public', 'private', 'private-protected', 'web-public'] as const
export type Privacy = (typeof privacies)[number]

export interface NewChannel {
  readonly name: string
  /** Markdown. */
  readonly description: string
  readonly privacy: Privacy
  readonly folderId: number | undefined
  readonly subscribers: readonly number[]
  readonly isAnnounced: boolean
}

const properties = {
  public: {},
  private: { invite_only: true, history_public_to_subscribers: true },
  'private-protected': { invite_only: true, history_public_to_subscribers: false },
  'web-public': { is_web_public: true },
} as const satisfies Record<Privacy, object>

/** Creates a channel, and returns its id. Rejects with the server's error. */
export async function createChannel({ client }: App, channel: NewChannel): Promise<number> {
  const { name, description, privacy, folderId, subscribers, isAnnounced } = channel
  const { id } = await client.call(wire.createChannel, {
    name,
    description,
    subscribers: [...subscribers],
    announce: isAnnounced,
    ...properties[privacy],
    ...(folderId === undefined ? {} : { folder_id: folderId }),
  })
  return id
}
