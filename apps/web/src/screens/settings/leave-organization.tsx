import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { useCanSave } from './setting-control.tsx'

/** Deactivates one's own account, after a question. */
export function LeaveOrganization() {
  const app = useApp()
  const canSave = useCanSave()
  const organization = useKnown(({ state }) => state?.realm_name ?? '')
  const [isAsking, setAsking] = useState(false)
  const leave = async () => {
    setAsking(false)
    try {
      await app.client.call(wire.deactivateOwnUser, {})
      app.session.leave()
    } catch (error) {
      showError(app, error)
    }
  }
  return (
    <section class="setting-group">
      <h2>{t('settings.leave')}</h2>
      <p class="setting-note">{t('settings.leave.note', { organization })}</p>
      <button type="button" class="button button-bad" disabled={!canSave} onClick={() => setAsking(true)}>
        {t('settings.leave.action')}
      </button>
      {isAsking && (
        <Question
          title={t('settings.leave.question', { organization })}
          text={t('settings.leave.text')}
          action={t('settings.leave.action')}
          dangerous
          onClose={() => setAsking(false)}
          onConfirm={() => void leave()}
        />
      )}
    </section>
  )
}
