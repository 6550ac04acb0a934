import { platformClock } from '@tagma/client/clock.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useEffect, useMemo } from 'preact/hooks'
import { destinationKey, type Destination } from '#outbox/destination.ts'
import { TypingNotifier } from '#outbox/typing-notifier.ts'
import { type App, useApp } from '#state/use-app.ts'

/** Returns what tells the others that one is writing; undefined where the person does not want that. */
export function useTyping(to: Destination): TypingNotifier {
  const app = useApp()
  const key = destinationKey(to)
  const notifier = useMemo(() => {
    const { state } = app.store.get()
    return new TypingNotifier({
      clock: platformClock,
      tell: (op) => tell(app, to, op),
      startedWait: state?.server_typing_started_wait_period_milliseconds ?? 30_000,
      stoppedWait: state?.server_typing_stopped_wait_period_milliseconds ?? 12_000,
    })
  }, [app, key])
  useEffect(() => () => notifier.stop(), [notifier])
  return notifier
}

function tell({ store, client }: App, to: Destination, op: 'start' | 'stop'): void {
  const settings = store.get().state?.user_settings
  if (
    to.kind === 'topic'
      ? !settings?.send_stream_typing_notifications
      : !settings?.send_private_typing_notifications
  )
    return
  if (to.kind === 'people' && to.userIds.length === 0) return
  const sent =
    to.kind === 'topic'
      ? client.call(wire.setTypingStatus, { type: 'channel', op, stream_id: to.channelId, topic: to.topic })
      : client.call(wire.setTypingStatus, { type: 'direct', op, to: [...to.userIds] })
  // A sign that does not arrive is not worth a word.
  sent.catch(() => {})
}
