import { useEffect, useState } from 'preact/hooks'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'

/** Milliseconds without a connection after which it is said: shorter ones are not worth a word. */
const silence = 5000

/** Says that there is no connection, since when, and tries again on a click. */
export function ConnectionBar() {
  const { clock, retry } = useApp()
  const connection = useKnown((known) => known.connection)
  const isWaiting = connection.state === 'waiting'
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
  const time = new Intl.DateTimeFormat(locale(), { hour: 'numeric', minute: '2-digit' }).format(since)
  return (
    <div class="connection" role="status">
      <span>{t('connection.offline', { time })}</span>
      <button type="button" onClick={retry}>
        {t('connection.retry')}
      </button>
    </div>
  )
}
