import type { State } from '@tagma/sync/state.ts'
import { randomName } from '#outbox/random-name.ts'
import { t } from '#words/words.ts'

/** The value of `realm_video_chat_provider` for calls by Jitsi Meet. */
const jitsi = 1

/** Whether calls can be begun by a link: nobody has to make them before. */
export const hasCalls = (state: State | undefined): boolean =>
  state?.realm_video_chat_provider === jitsi && typeof state.jitsi_server_url === 'string'

/** A link to a new call, as messages write it. Its name is so long that nobody comes upon it by chance. */
export function callLink(state: State | undefined): string {
  const server = (state?.jitsi_server_url ?? '').replace(/\/+$/, '')
  return `[${t('compose.join-call')}](${server}/${randomName()})`
}
