import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { OwnForm } from './own-form.tsx'

/** Changes one's password. All other sessions end by it. */
export function ChangePassword() {
  const { client } = useApp()
  const byPassword = useKnown(({ state }) => state?.realm_email_auth_enabled !== false)
  const address = useKnown(({ state }) => state?.delivery_email ?? '')
  const [old, setOld] = useState('')
  const [next, setNext] = useState('')
  const [isDone, setDone] = useState(false)
  if (!byPassword) return null
  return (
    <OwnForm
      title={t('settings.password')}
      action={t('settings.password.change')}
      isReady={old !== '' && next !== ''}
      done={isDone ? t('settings.password.done') : undefined}
      onSend={async () => {
        setDone(false)
        await client.call(wire.updateSettings, { old_password: old, new_password: next })
        setOld('')
        setNext('')
        setDone(true)
      }}
    >
      {/* Programs that keep passwords look for the name that belongs to it. */}
      <input type="text" name="username" autocomplete="username" value={address} hidden readonly />
      <label class="form-field">
        <span>{t('settings.password.old')}</span>
        <input
          class="field"
          type="password"
          autocomplete="current-password"
          value={old}
          onInput={({ currentTarget: { value } }) => setOld(value)}
        />
      </label>
      <label class="form-field">
        <span>{t('settings.password.new')}</span>
        <input
          class="field"
          type="password"
          autocomplete="new-password"
          value={next}
          onInput={({ currentTarget: { value } }) => setNext(value)}
        />
      </label>
      <p class="setting-note">{t('settings.password.note')}</p>
    </OwnForm>
  )
}
