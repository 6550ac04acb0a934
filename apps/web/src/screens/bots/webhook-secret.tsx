import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { OwnForm } from '#screens/settings/own-form.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

interface WebhookSecretProps {
  readonly botId: number
  readonly isKept: boolean
}

/** The secret by which a service signs what it sends. It is not shown again. */
export function WebhookSecret({ botId: bot_id, isKept }: WebhookSecretProps) {
  const app = useApp()
  const canSave = useCanSave()
  const [secret, setSecret] = useState('')
  const save = async (webhook_secret: string) => {
    await app.client.call(wire.updateBot, { bot_id, config_data: { webhook_secret } })
    setSecret('')
  }
  return (
    <OwnForm
      title={t('bots.secret')}
      action={t(isKept ? 'bots.secret-replace' : 'bots.secret-keep')}
      isReady={secret !== ''}
      onSend={() => save(secret)}
    >
      <p class="setting-note">{t(isKept ? 'bots.secret-kept' : 'bots.secret-about')}</p>
      <label class="form-field">
        <span>{t('bots.secret')}</span>
        <input
          class="field"
          type="password"
          autocomplete="off"
          dir="ltr"
          value={secret}
          onInput={({ currentTarget: { value } }) => setSecret(value)}
        />
      </label>
      {isKept && (
        <p>
          <button
            type="button"
            class="button"
            disabled={!canSave}
            onClick={() => void save('').catch((error: unknown) => showError(app, error))}
          >
            {t('bots.secret-forget')}
          </button>
        </p>
      )}
    </OwnForm>
  )
}
