import type { Answer } from '@tagma/contract/define.ts'
import type { getWebPush } from '@tagma/contract/endpoints/push/get-web-push.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { showFailure, showToast } from '#actions/show-toast.ts'
import { timesFor } from '#parts/messages/times.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { beginWebPush, endWebPush, NotAllowed, type WebPushState, webPushState } from '#wire/web-push.ts'
import { locale, t, type WordId } from '#words/words.ts'
import { FetchNote } from './fetch-note.tsx'
import { useCanSave } from './setting-control.tsx'

type Known = Answer<typeof getWebPush>
type Subscription = Known['subscriptions'][number]

const states: Readonly<Record<WebPushState, WordId>> = {
  on: 'settings.push.on',
  off: 'settings.push.off',
  denied: 'settings.push.denied',
  insecure: 'settings.push.insecure',
  unsupported: 'settings.push.unsupported',
  'install first': 'settings.push.install',
}

/** Whether this browser gets notifications while no tab is open, with a way to try it, and the other browsers that do. */
export function BrowserPush() {
  const app = useApp()
  const canSave = useCanSave()
  const { known, state, failure, read } = useWebPush()
  const [isBusy, setBusy] = useState(false)
  const own = known?.subscriptions.find(({ is_current }) => is_current)
  const others = known?.subscriptions.filter(({ is_current }) => !is_current) ?? []
  /** Makes a handler that does something to the subscriptions, and reads what there is now. */
  const change = (work: () => Promise<unknown>, done?: string) => () => void tryTo(work, done)
  const tryTo = async (work: () => Promise<unknown>, done?: string) => {
    setBusy(true)
    try {
      await work()
      if (done !== undefined) showToast(app, { name: 'browser push', kind: 'status', text: done })
    } catch (error) {
      showFailure(app, 'browser push', reasonOf(error))
    }
    await read()
    setBusy(false)
  }
  const remove = ({ id, program }: Subscription) =>
    change(
      () => app.client.call(wire.removeWebPushSubscription, { subscription_id: id }),
      t('settings.push.removed', { program }),
    )
  const turnOff = change(async () => {
    if (own) await app.client.call(wire.removeWebPushSubscription, { subscription_id: own.id })
    await endWebPush()
  })
  const test = change(async () => {
    if (own) await app.client.call(wire.testWebPush, { subscription_id: own.id })
  }, t('settings.push.tested'))
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
          <>
            <button type="button" class="button" disabled={disabled} onClick={test}>
              {t('settings.push.test')}
            </button>
            <button type="button" class="button" disabled={disabled} onClick={turnOff}>
              {t('settings.push.turn-off')}
            </button>
          </>
        )}
      </div>
      <p class="setting-note">{t('settings.push.note')}</p>
      <OtherBrowsers browsers={others} disabled={disabled} removal={remove} />
    </section>
  )
}

interface OtherBrowsersProps {
  readonly browsers: readonly Subscription[]
  readonly disabled: boolean
  /** Makes the handler that removes a browser. */
  readonly removal: (browser: Subscription) => () => void
}

function OtherBrowsers({ browsers, disabled, removal }: OtherBrowsersProps) {
  if (browsers.length === 0) return null
  return (
    <>
      <h3>{t('settings.push.others')}</h3>
      <ul class="setting-list">
        {browsers.map((each) => (
          <OtherBrowser key={each.id} browser={each} disabled={disabled} onRemove={removal(each)} />
        ))}
      </ul>
    </>
  )
}

/** Reads what the server and the browser know of subscriptions. */
function useWebPush() {
  const app = useApp()
  const canSave = useCanSave()
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
  }, [app, canSave])
  return { known, state, failure, read }
}

function reasonOf(error: unknown): string {
  if (error instanceof NotAllowed) return t('settings.push.not-allowed')
  // The browser's own words are all that is known.
  return error instanceof DOMException
    ? t('settings.push.failed', { reason: error.message })
    : errorText(error)
}

interface OtherBrowserProps {
  readonly browser: Subscription
  readonly disabled: boolean
  readonly onRemove: () => void
}

function OtherBrowser({ browser: { program, created_at: since }, disabled, onRemove }: OtherBrowserProps) {
  const timeZone = useKnown(({ state }) => state?.user_settings?.timezone ?? '')
  const isTwentyFourHour = useKnown(({ state }) => state?.user_settings?.twenty_four_hour_time) ?? null
  const { exact } = timesFor(locale(), timeZone, isTwentyFourHour)
  return (
    <li>
      <span class="setting-text">
        <span>{program}</span>
        <small>{t('settings.push.since', { time: exact(since) })}</small>
      </span>
      <button
        type="button"
        class="button"
        aria-label={t('settings.push.remove-one', { program })}
        disabled={disabled}
        onClick={onRemove}
      >
        {t('settings.push.remove')}
      </button>
    </li>
  )
}
