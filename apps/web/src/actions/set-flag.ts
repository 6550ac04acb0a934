import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { Deed } from '#outbox/deeds.ts'
import type { App } from '#state/use-app.ts'
import { applyOwn } from './apply-own.ts'
import { flagEvent } from './flag-event.ts'
import { keepForLater } from './keep-for-later.ts'
import { showError } from './show-error.ts'

interface SetFlagOptions {
  readonly flag: MessageFlag & ('read' | 'starred' | 'collapsed')
  readonly isSet: boolean
}

/**
 * Sets or removes a flag on messages: it is shown at once, and taken back if the server refuses. Without a network it
 * waits. Resolves with whether it holds.
 */
export async function setFlag(
  app: App,
  messages: readonly Message[],
  { flag, isSet }: SetFlagOptions,
): Promise<boolean> {
  const changing = messages.filter(({ id, flags }) => id > 0 && flags.includes(flag) !== isSet)
  if (changing.length === 0) return true
  const userId = app.store.get().state?.user_id ?? -1
  applyOwn(app, flagEvent(changing, flag, isSet, userId))
  const deeds = changing.map(({ id }): Deed => ({ kind: 'flag', messageId: id, flag, isAdded: isSet }))
  app.deeds.forget(deeds)
  const op = isSet ? 'add' : 'remove'
  try {
    const { ignored_because_not_subscribed_channels: ignored } = await app.client.call(
      wire.updateMessageFlags,
      {
        messages: changing.map(({ id }) => id),
        op,
        flag,
      },
    )
    const refused = changing.filter(({ stream_id }) => stream_id !== undefined && ignored.includes(stream_id))
    if (refused.length > 0) applyOwn(app, flagEvent(refused, flag, !isSet, userId))
    return refused.length < changing.length
  } catch (error) {
    if (keepForLater(app, error, deeds)) return true
    applyOwn(app, flagEvent(changing, flag, !isSet, userId))
    showError(app, error)
    return false
  }
}
