import type { Bot } from '@tagma/contract/objects/bot.ts'
import * as wire from '@tagma/contract/wire.ts'
import { copyAndTell } from '#actions/copy-text.ts'
import { showError } from '#actions/show-error.ts'
import { SavedField } from '#parts/saved-field/saved-field.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

const formats = [
  [1, 'bots.format-generic'],
  [2, 'bots.format-slack'],
] as const

interface HookFormatProps {
  readonly value: 1 | 2
  readonly isDisabled?: boolean
  readonly onChange: (format: 1 | 2) => void
}

/** Chooses the form in which an outgoing webhook calls its service. */
export function HookFormat({ value, isDisabled = false, onChange }: HookFormatProps) {
  return (
    <label class="form-field">
      <span>{t('bots.format')}</span>
      <select
        class="field"
        value={String(value)}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '2' ? 2 : 1)}
      >
        {formats.map(([format, name]) => (
          <option key={format} value={String(format)}>
            {t(name)}
          </option>
        ))}
      </select>
    </label>
  )
}

interface OutgoingServiceProps {
  readonly config: Bot
  readonly isDisabled: boolean
}

/** The address that an outgoing webhook calls, its form, and the token by which the service knows the caller. */
export function OutgoingService({ config: { user_id: bot_id, services }, isDisabled }: OutgoingServiceProps) {
  const app = useApp()
  const service = services.find((one) => 'base_url' in one)
  if (!service) return null
  return (
    <section class="setting-group bot-form">
      <h2>{t('bots.calls')}</h2>
      <p class="setting-note">{t('bots.calls-about')}</p>
      <SavedField
        label={t('bots.url')}
        type="url"
        value={service.base_url}
        maxLength={2000}
        isDisabled={isDisabled}
        isNeverEmpty
        onSave={async (service_payload_url) => {
          await app.client.call(wire.updateBot, { bot_id, service_payload_url })
        }}
      />
      <HookFormat
        value={service.interface === 2 ? 2 : 1}
        isDisabled={isDisabled}
        onChange={(service_interface) => {
          app.client
            .call(wire.updateBot, { bot_id, service_interface })
            .catch((error: unknown) => showError(app, error))
        }}
      />
      <div class="form-field">
        <span aria-hidden="true">{t('bots.token')}</span>
        <p class="own-key">
          <input
            class="field"
            type="text"
            dir="ltr"
            readonly
            value={service.token}
            aria-label={t('bots.token')}
          />
          <button
            type="button"
            class="button"
            onClick={() => void copyAndTell(app, service.token, t('bots.token-copied'))}
          >
            {t('settings.key.copy')}
          </button>
        </p>
      </div>
    </section>
  )
}
