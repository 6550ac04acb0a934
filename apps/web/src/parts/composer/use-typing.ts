import { platformClock } from '@tagma/client/clock.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useMemo } from 'preact/hooks'
import { destinationKey, type Destination } from '#outbox/destination.ts'
import { TypingNotifier } from '#outbox/typing-notifier.ts'
import { type App, useApp } from '#state/use-app.ts'
import { writeProblem } from './write-problem.ts'

type Op = 'start' | 'stop'

/** Returns what tells the others that one is writing, where the person wants that. */
export function useTyping(to: Destination): TypingNotifier {
  return useNotifier(destinationKey(to), (app, op) => tell(app, to, op))
}

/** Returns what tells the others that one is editing a message, where the person wants that. */
export function useEditTyping({ id, stream_id: channelId }: Message): TypingNotifier {
  return useNotifier(`edit ${id}`, (app, op) => {
    if (!isWanted(app, channelId !== undefined)) return
    // A sign that does not arrive is not worth a word.
    app.client.call(wire.setTypingStatusForMessageEdit, { message_id: id, op }).catch(() => {})
  })
}

function useNotifier(key: string, tellOf: (app: App, op: Op) => void): TypingNotifier {
  const app = useApp()
  const notifier = useMemo(() => {
    const { state } = app.store.get()
    return new TypingNotifier({
      clock: platformClock,
      tell: (op) => tellOf(app, op),
      startedWait: state?.server_typing_started_wait_period_milliseconds ?? 30_000,
      stoppedWait: state?.server_typing_stopped_wait_period_milliseconds ?? 12_000,
    })
  }, [app, key])
  useEffect(() => () => notifier.stop(), [notifier])
  return notifier
}

function isWanted({ store }: App, isInChannel: boolean): boolean {
  const settings = store.get().state?.user_settings
  return (
    (isInChannel
      ? settings?.send_stream_typing_notifications
      : settings?.send_private_typing_notifications) ?? false
  )
}

function tell(app: App, to: Destination, op: Op): void {
  const { client } = app
  if (!isWanted(app, to.kind === 'topic')) return
  if (to.kind === 'people' && to.userIds.length === 0) return
  // The server tells nobody of whoever may not write there any more.
  if (writeProblem(app.store.get().state, to) !== undefined) return
  const sent =
    to.kind === 'topic'
      ? client.call(wire.setTypingStatus, { type: 'channel', op, stream_id: to.channelId, topic: to.topic })
      : client.call(wire.setTypingStatus, { type: 'direct', op, to: [...to.userIds] })
  // A sign that does not arrive is not worth a word.
  sent.catch(() => {})
}
