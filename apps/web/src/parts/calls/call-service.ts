import * as wire from '@tagma/contract/wire.ts'
import type { State } from '@tagma/sync/state.ts'
import { randomName } from '#outbox/random-name.ts'
import type { App } from '#state/use-app.ts'

/** Makes a call with a name, and returns its address. */
type Maker = (app: App, name: string) => Promise<string>

/** Values of `realm_video_chat_provider`. */
const jitsi = 1
const bigBlueButton = 4
const constructorGroups = 6
const nextcloudTalk = 7
const webex = 8

/** Functions that make a call, by the service. */
const makers: Readonly<Record<number, Maker>> = {
  // A call of Jitsi begins when somebody opens its address. The name is too long to be guessed.
  [jitsi]: async ({ store }) =>
    `${(store.get().state?.jitsi_server_url ?? '').replace(/\/+$/, '')}/${randomName()}`,
  // The link leads through this server, which knows who may join.
  [bigBlueButton]: async ({ client }, name) => {
    const { url } = await client.call(wire.createBigBlueButtonVideoCall, { meeting_name: name })
    return new URL(url, location.origin).href
  },
  [constructorGroups]: async ({ client }) =>
    (await client.call(wire.createConstructorGroupsVideoCall, {})).url,
  [nextcloudTalk]: async ({ client }, name) =>
    (await client.call(wire.createNextcloudTalkVideoCall, { room_name: name })).url,
  [webex]: async ({ client }) => (await client.call(wire.createWebexVideoCall, {})).url,
}

/** Whether people can begin calls: the organization has chosen a service, and the server is set up for it. */
export function hasCalls(state: State | undefined): boolean {
  const chosen = state?.realm_video_chat_provider ?? 0
  if (chosen === jitsi) return typeof state?.jitsi_server_url === 'string'
  const offered = Object.values(state?.realm_available_video_chat_providers ?? {})
  return makers[chosen] !== undefined && offered.some(({ id }) => id === chosen)
}

/** Whether the reader has to connect an account of the service before beginning a call. */
export const needsAccount = (state: State | undefined): boolean =>
  state?.realm_video_chat_provider === webex && state.has_webex_token !== true

/** Makes a call with the organization's service, and returns its address. Rejects with the server's refusal. */
export async function makeCall(app: App, name: string): Promise<string> {
  const maker = makers[app.store.get().state?.realm_video_chat_provider ?? 0]
  if (!maker) throw new Error('There is no service for calls')
  return maker(app, name)
}
