import type { Answer } from '@tagma/contract/define.ts'
import type { getWebPush } from '@tagma/contract/endpoints/push/get-web-push.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { showFailure } from '#actions/show-toast.ts'
import { useHeard } from '#state/heard.ts'
import { useApp } from '#state/use-app.ts'
import { beginWebPush, endWebPush, NotAllowed, type WebPushState, webPushState } from '#wire/web-push.ts'
import { t, type WordId } from '#words/words.ts'
import { FetchNote } from './fetch-note.tsx'
import { useCanSave } from './setting-control.tsx'

type Known = Answer<typeof getWebPush>

const states: Readonly<Record<WebPushState, WordId>> = {
  on: 'settings.push.on',
  off: 'settings.push.off',
  denied: 'settings.push.denied',
  insecure: 'settings.push.insecure',
  unsupported: 'settings.push.unsupported',
  'install first': 'settings.push.install',
}

/** Says whether this browser gets notifications while no tab is open, and turns them on and off. */
export function BrowserPush() {
  const app = useApp()
  const canSave = useCanSave()
  const { known, state, failure, read } = useWebPush()
  const [isBusy, setBusy] = useState(false)
  const own = known?.subscriptions.find(({ is_current }) => is_current)
  /** Makes a handler that does something to the subscriptions, and reads what there is now. */
  const change = (work: () => Promise<unknown>) => () => void tryTo(work)
  const tryTo = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showFailure(app, 'browser push', reasonOf(error))
    }
    await read()
    setBusy(false)
  }
  const turnOff = change(async () => {
    if (own) await app.client.call(wire.removeWebPushSubscription, { subscription_id: own.id })
    await endWebPush()
  })
  const disabled = !canSave || isBusy || !known
  return (
    <section class="setting-group" aria-label={t('settings.push')}>
      <h2>{t('settings.push')}</h2>
      <FetchNote fetched={{ value: known, failure, reload: () => void read() }} />
      <div class="setting">
        <span class="setting-text" role="status">
          {state && t(states[state])}
        </span>
        {state === 'off' && (
          <button
            type="button"
            class="button"
            disabled={disabled}
            onClick={change(() => beginWebPush(app.client, known?.public_key ?? ''))}
          >
            {t('settings.push.turn-on')}
          </button>
        )}
        {state === 'on' && (
          <button type="button" class="button" disabled={disabled} onClick={turnOff}>
            {t('settings.push.turn-off')}
          </button>
        )}
      </div>
      <p class="setting-note">{t('settings.push.note')}</p>
    </section>
  )
}

/** Reads what the server and the browser know of subscriptions. */
function useWebPush() {
  const app = useApp()
  const canSave = useCanSave()
  // The list of devices below and other tabs can remove this browser, too.
  const changes = useHeard('tagma_push_devices')
  const [known, setKnown] = useState<Known>()
  const [state, setState] = useState<WebPushState>()
  const [failure, setFailure] = useState<string>()
  const read = async () => {
    try {
      const found = await app.client.call(wire.getWebPush, {})
      setState(await webPushState(found.subscriptions.some(({ is_current }) => is_current)))
      setKnown(found)
      setFailure(undefined)
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  useEffect(() => {
    if (canSave) void read()
  }, [app, canSave, changes])
  return { known, state, failure, read }
}

function reasonOf(error: unknown): string {
  if (error instanceof NotAllowed) return t('settings.push.not-allowed')
  // The browser's own words are all that is known.
  return error instanceof DOMException
    ? t('settings.push.failed', { reason: error.message })
    : errorText(error)
}
