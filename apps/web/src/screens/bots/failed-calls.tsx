import * as wire from '@tagma/contract/wire.ts'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { MarkdownText } from './markdown-text.tsx'

/** The calls of an outgoing webhook that failed, each with a way to try it again. */
export function FailedCalls({ botId }: { readonly botId: number }) {
  const app = useApp()
  const canSave = useCanSave()
  const { moment } = useTimes()
  const fetched = useFetched(() => app.client.call(wire.getBotCalls, { bot_id: botId }))
  const { value, reload } = fetched
  const repeat = async (call_id: number) => {
    try {
      await app.client.call(wire.repeatBotCall, { bot_id: botId, call_id })
      showToast(app, { name: 'call', kind: 'status', text: t('bots.call-repeated') })
    } catch (error) {
      showError(app, error)
    }
    reload()
  }
  return (
    <section class="setting-group">
      <h2>{t('bots.failed')}</h2>
      <FetchNote fetched={fetched} />
      {value && value.waiting > 0 && (
        <p class="setting-note" role="status">
          {t('bots.waiting', { count: value.waiting })}
        </p>
      )}
      {value?.failed.length === 0 && <p class="setting-note">{t('bots.failed-none')}</p>}
      <ul class="setting-list bot-requests" aria-label={t('bots.failed')}>
        {value?.failed.map(({ id, failed_at, problem, trigger }) => (
          <li key={id}>
            <span class="setting-text">
              <span>{t(`bots.trigger-${trigger}`)}</span>
              <small class="form-error" lang="en">
                <MarkdownText text={problem} />
              </small>
            </span>
            <time>{moment(failed_at)}</time>
            <button
              type="button"
              class="button"
              aria-label={t('bots.repeat-one', { time: moment(failed_at) })}
              disabled={!canSave}
              onClick={() => void repeat(id)}
            >
              {t('bots.repeat')}
            </button>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" class="button" disabled={!canSave} onClick={reload}>
          {t('bots.reload')}
        </button>
      </p>
    </section>
  )
}
