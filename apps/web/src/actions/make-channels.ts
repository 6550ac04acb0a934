import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'

/** Makes channels and joins them, all by one call. */
export async function makeChannels({ client }: App, names: readonly string[]): Promise<void> {
  await client.call(wire.subscribe, { subscriptions: names.map((name) => ({ name })) })
}
