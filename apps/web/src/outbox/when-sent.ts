import type { App } from '#state/use-app.ts'
import { when } from '#state/when.ts'

/** Resolves when the server has the message that was sent last, or the message was taken back. */
export function whenSent({ store }: App): Promise<void> {
  const localId = [...store.get().messages.echoes.keys()].at(-1)
  return when(store, () => {
    const { echoes, byId } = store.get().messages
    const id = localId === undefined ? undefined : echoes.get(localId)
    return id === undefined || byId.get(id)?.sent_id !== undefined
  })
}
