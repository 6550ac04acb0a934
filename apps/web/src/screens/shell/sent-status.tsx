import { useEffect, useRef, useState } from 'preact/hooks'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** Tells screen readers that the server has taken a message. */
export function SentStatus() {
  const outbox = useKnown((known) => known.outbox)
  const sending = useRef<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState<string>()
  useEffect(() => {
    const before = sending.current
    const waiting = outbox.filter(({ state }) => state.kind !== 'sent')
    sending.current = new Set(
      waiting.filter(({ state }) => state.kind === 'sending').map(({ localId }) => localId),
    )
    const left = new Set(waiting.map(({ localId }) => localId))
    const last = [...before].findLast((localId) => !left.has(localId))
    if (last !== undefined) setSent(last)
  }, [outbox])
  return (
    <div class="hidden-visually" role="status">
      {/* A new element for each message: screen readers do not speak the same words in the same element again. */}
      {sent !== undefined && <p key={sent}>{t('compose.sent')}</p>}
    </div>
  )
}
