import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { OwnForm } from './own-form.tsx'

/** Changes one's address: a link in a mail to the new one makes it so. */
export function ChangeAddress() {
  const { client } = useApp()
  const present = useKnown(({ state }) => state?.delivery_email ?? '')
  const isLocked = useKnown(({ state }) => state?.realm_email_changes_disabled === true && !state.is_admin)
  const [address, setAddress] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const typed = address ?? present
  return (
    <OwnForm
      title={t('settings.address')}
      action={t('settings.address.change')}
      isReady={!isLocked && typed.trim() !== '' && typed.trim() !== present}
      done={sentTo === undefined ? undefined : t('settings.address.sent', { address: sentTo })}
      onSend={async () => {
        await client.call(wire.updateSettings, { email: typed.trim() })
        setSentTo(typed.trim())
        setAddress(undefined)
      }}
    >
      <label class="form-field">
        <span>{t('settings.address.label')}</span>
        <input
          class="field"
          type="email"
          autocomplete="email"
          dir="ltr"
          value={typed}
          disabled={isLocked}
          onInput={({ currentTarget: { value } }) => setAddress(value)}
        />
      </label>
      {isLocked && <p class="setting-note">{t('settings.address.locked')}</p>}
    </OwnForm>
  )
}
