import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'

/** Asks for everybody in a channel: of a large one, the registration names only some. */
export async function loadSubscribers({ client }: App, channelId: number): Promise<readonly number[]> {
  const { subscribers } = await client.call(wire.getSubscribers, { stream_id: channelId })
  return subscribers
}
