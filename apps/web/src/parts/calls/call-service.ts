import * as wire from '@tagma/contract/wire.ts'
import type { State } from '@tagma/sync/state.ts'
import { randomName } from '#outbox/random-name.ts'
import type { App } from '#state/use-app.ts'

/** Makes a call that has a name, and returns its address. */
type Maker = (app: App, name: string) => Promise<string>

const jitsi = 1
export const webex = 8

/** The services that calls can be made with, by `realm_video_chat_provider`. */
const makers: Readonly<Record<number, Maker>> = {
  // Nobody has to make such a call before. Its name is so long that nobody comes upon it by chance.
  [jitsi]: async ({ store }) =>
    `${(store.get().state?.jitsi_server_url ?? '').replace(/\/+$/, '')}/${randomName()}`,
  /** BigBlueButton. Its link leads over this server, which knows who may join. */
  4: async ({ client }, name) => {
    const { url } = await client.call(wire.createBigBlueButtonVideoCall, { meeting_name: name })
    return new URL(url, location.origin).href
  },
  /** Constructor Groups. */
  6: async ({ client }) => (await client.call(wire.createConstructorGroupsVideoCall, {})).url,
  /** Nextcloud Talk. */
  7: async ({ client }, name) =>
    (await client.call(wire.createNextcloudTalkVideoCall, { room_name: name })).url,
  [webex]: async ({ client }) => (await client.call(wire.createWebexVideoCall, {})).url,
}

/** Whether calls can be begun: the organization has chosen a service that the server is set up for. */
export function hasCalls(state: State | undefined): boolean {
  const chosen = state?.realm_video_chat_provider ?? 0
  if (chosen === jitsi) return typeof state?.jitsi_server_url === 'string'
  const offered = Object.values(state?.realm_available_video_chat_providers ?? {})
  return makers[chosen] !== undefined && offered.some(({ id }) => id === chosen)
}

/** Whether people have to connect an account of theirs before they begin calls, and this one has not. */
export const needsAccount = (state: State | undefined): boolean =>
  state?.realm_video_chat_provider === webex && state.has_webex_token !== true

/** Makes a call with the service of the organization. Returns its address; rejects with the server's refusal. */
export async function makeCall(app: App, name: string): Promise<string> {
  const maker = makers[app.store.get().state?.realm_video_chat_provider ?? 0]
  if (!maker) throw new Error('There is no service for calls')
  return maker(app, name)
}
