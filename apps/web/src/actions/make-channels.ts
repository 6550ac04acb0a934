import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'

/** Makes channels that everybody who joins later is in, and joins them, all by one call. Only administrators may. */
export async function makeChannels({ client }: App, names: readonly string[]): Promise<void> {
  await client.call(wire.subscribe, {
    subscriptions: names.map((name) => ({ name })),
    is_default_stream: true,
  })
}
