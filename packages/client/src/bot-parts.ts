import type { EventMessage } from '@tagma/contract/objects/message.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Client } from './client.ts'

/** A conversation: a topic of a channel, by the channel's name or id, or people by their ids. */
export type BotPlace =
  | { readonly channel: string | number; readonly topic: string }
  | { readonly people: readonly number[] }

/** Sends a message somewhere. Resolves with its id. */
export type Tell = (place: BotPlace, content: string) => Promise<number>

/** Values that the server keeps for a bot, over restarts. Any JSON. */
export interface BotStorage {
  /** Undefined if nothing is kept under the key. */
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
}

/** Sends a message to a conversation. */
export async function sendTo(client: Client, place: BotPlace, content: string): Promise<number> {
  const { id } = await client.call(
    wire.sendMessage,
    'people' in place
      ? { type: 'direct', to: [...place.people], content }
      : { type: 'channel', to: place.channel, topic: place.topic, content },
  )
  return id
}

/** The conversation of a message. */
export function messagePlace({ stream_id, subject, display_recipient }: EventMessage): BotPlace {
  if (stream_id !== undefined) return { channel: stream_id, topic: subject }
  return { people: Array.isArray(display_recipient) ? display_recipient.map(({ id }) => id) : [] }
}

export function storageOf(client: Client): BotStorage {
  const read = async (): Promise<Readonly<Record<string, string>>> =>
    (await client.call(wire.getBotStorage, {})).storage
  return {
    async get(key) {
      const kept = await read()
      return Object.hasOwn(kept, key) ? (JSON.parse(kept[key] ?? 'null') as unknown) : undefined
    },
    async set(key, value) {
      await client.call(wire.updateBotStorage, { storage: { [key]: JSON.stringify(value) } })
    },
    async delete(key) {
      if (Object.hasOwn(await read(), key)) await client.call(wire.removeBotStorage, { keys: [key] })
    },
  }
}
