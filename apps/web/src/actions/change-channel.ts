import type { Args } from '@tagma/contract/define.ts'
import type { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import * as wire from '@tagma/contract/wire.ts'
import { channelById } from '#state/channels.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Changes of a channel's settings, as PATCH /streams/{stream_id} takes them. */
export type ChannelChange = Partial<Omit<Args<typeof updateStream>, 'stream_id'>>

/** Changes a channel, and offers to take it back by `undo`. Rejects with the server's error. */
export async function changeChannel(
  app: App,
  channelId: number,
  change: ChannelChange,
  undo: ChannelChange | undefined,
): Promise<void> {
  await app.client.call(wire.updateStream, { stream_id: channelId, ...change })
  const name = channelById(app.store.get().state, channelId)?.name ?? ''
  const back = () => {
    changeChannel(app, channelId, undo ?? {}, change).catch((error: unknown) => showError(app, error))
  }
  showToast(app, {
    name: 'channel',
    kind: 'status',
    text: t('channel.saved', { name }),
    ...(undo ? { undo: back } : {}),
  })
}
