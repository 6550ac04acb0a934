import type { ServerEvent } from '@tagma/client/server-event.ts'
import type { MessageView } from '@tagma/contract/address.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import type { SyncEvent } from '@tagma/sync/state.ts'
import { useEffect, useRef } from 'preact/hooks'
import { addressFor } from '#state/addresses.ts'
import { useApp } from '#state/use-app.ts'
import { movedTo } from './moved-to.ts'

/** Goes with a conversation that is moved as a whole while it is open, and says who moved it. */
export function useFollowedMove(view: MessageView, window: Window | undefined): void {
  const app = useApp()
  const held = useRef<{ readonly view: MessageView; readonly count: number }>(undefined)
  const count = window?.ids.length ?? 0
  useEffect(() => {
    const before = held.current
    held.current = { view, count }
    if (before?.view !== view || before.count === 0 || count > 0) return
    if (view.kind !== 'conversation' || view.conversation.kind !== 'topic') return
    const { state, messages, isPreview } = app.store.get()
    // A preview leaves the address alone.
    if (isPreview) return
    const moved = movedTo(messages.recent as readonly (SyncEvent & ServerEvent)[], view.conversation)
    if (!moved) return
    app.go(addressFor(state, { kind: 'conversation', conversation: { kind: 'topic', ...moved.to } }), {
      replace: true,
    })
    const from = view.conversation
    if (moved.userId !== state?.user_id)
      void import('./tell-move.ts').then(({ tellMove }) => tellMove(app, moved, from))
  }, [app, view, count])
}
