import { useEffect, useState } from 'preact/hooks'
import { useTimes } from '#parts/messages/use-times.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** Milliseconds without a connection after which it is said: shorter ones are not worth a word. */
const silence = 5000

/** Says that there is no connection, since when, and tries again on a click. */
export function ConnectionBar() {
  const { clock, retry } = useApp()
  const connection = useKnown((known) => known.connection)
  const isWaiting = connection.state === 'waiting'
  const { time } = useTimes()
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (!isWaiting) {
      setSince(undefined)
      return undefined
    }
    const lost = clock.now()
    // Without any network it does not come back by itself in a moment.
    if (!navigator.onLine) {
      setSince(lost)
      return undefined
    }
    const timer = setTimeout(() => setSince(lost), silence)
    return () => clearTimeout(timer)
  }, [clock, isWaiting])
  if (connection.state === 'closed' && connection.reason === 'deactivated')
    return (
      <div class="connection" role="alert">
        {t('connection.deactivated')}
      </div>
    )
  if (since === undefined) return null
  return (
    <div class="connection" role="status">
      <span>{t('connection.offline', { time: time(since / 1000) })}</span>
      <button type="button" onClick={retry}>
        {t('connection.retry')}
      </button>
    </div>
  )
}
