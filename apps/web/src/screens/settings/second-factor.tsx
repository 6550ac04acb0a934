import { useState } from 'preact/hooks'
import { useTimes } from '#parts/messages/use-times.ts'
import { t } from '#words/words.ts'
import { FetchNote } from './fetch-note.tsx'
import { FactorDialog, type FactorTask } from './second-factor-dialog.tsx'
import { useCanSave } from './setting-control.tsx'
import { askedCode, type Factor } from './use-factor.ts'

/** One's second factor: whether there is one, and how to set it up, renew its recovery codes or remove it. */
export function SecondFactor({ factor }: { readonly factor: Factor }) {
  const { value: state, reload } = factor
  const canSave = useCanSave()
  const [task, setTask] = useState<FactorTask>()
  const { moment } = useTimes()
  const button = (offered: FactorTask, label: string) => (
    <button type="button" class="button" disabled={!canSave} onClick={() => setTask(offered)}>
      {label}
    </button>
  )
  const left = t('settings.factor.left', { count: state?.recovery_codes_left ?? 0 })
  return (
    <section class="setting-group">
      <h2>{t('settings.factor')}</h2>
      <p class="setting-note">{t('settings.factor.note')}</p>
      <FetchNote fetched={factor} />
      {state?.is_on === false && (
        <>
          {askedCode(state.ways) && <p class="factor-state">{left}</p>}
          <p class="own-key">
            {askedCode(state.ways) && button('renew', t('settings.factor.renew'))}
            {button('set up', t('settings.factor.set-up'))}
          </p>
        </>
      )}
      {state?.is_on && (
        <>
          <p class="factor-state">
            {t('settings.factor.on', { day: moment(state.added_at ?? 0) })} {left}
          </p>
          <p class="own-key">
            {button('renew', t('settings.factor.renew'))}
            {button('set up', t('settings.factor.move'))}
            {button('remove', t('settings.factor.remove'))}
          </p>
        </>
      )}
      {task && state && (
        <FactorDialog task={task} ways={state.ways} onDone={reload} onClose={() => setTask(undefined)} />
      )}
    </section>
  )
}
