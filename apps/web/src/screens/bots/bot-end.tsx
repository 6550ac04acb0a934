import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { showToast } from '#actions/show-toast.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { FormFailure } from '#screens/organization/form-failure.tsx'
import { useAttempt } from '#screens/organization/use-attempt.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import type { BotPartProps } from './bot-general.tsx'

/** Deactivates a bot, or brings it back. */
export function BotEnd({ bot, isDisabled }: Omit<BotPartProps, 'config'>) {
  const app = useApp()
  const [isAsking, setAsking] = useState(false)
  const { failure, attempt } = useAttempt()
  const { user_id, full_name: name, is_active } = bot
  const change = async () => {
    setAsking(false)
    const call = is_active
      ? app.client.call(wire.deactivateBot, { bot_id: user_id })
      : app.client.call(wire.reactivateUser, { user_id })
    if (!(await attempt(call))) return
    const text = t(is_active ? 'bots.ended' : 'bots.back', { name })
    showToast(app, { name: 'person', kind: 'status', text })
  }
  return (
    <section class="setting-group">
      <h2>{t('bots.end')}</h2>
      <p class="setting-note">{t(is_active ? 'bots.end-about' : 'bots.back-about')}</p>
      <FormFailure text={failure} />
      <p>
        <button
          type="button"
          class="button"
          disabled={isDisabled}
          onClick={() => (is_active ? setAsking(true) : void change())}
        >
          {t(is_active ? 'organization.deactivate' : 'organization.reactivate')}
        </button>
      </p>
      {isAsking && (
        <Question
          title={t('organization.deactivate-named', { name })}
          text={t('bots.end-about')}
          action={t('organization.deactivate')}
          dangerous
          onClose={() => setAsking(false)}
          onConfirm={() => void change()}
        />
      )}
    </section>
  )
}
