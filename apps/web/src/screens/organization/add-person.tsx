import { useState } from 'preact/hooks'
import { createPerson } from '#actions/manage-person.ts'
import { FormDialog } from '#parts/dialog/form-dialog.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { changeReason } from './change-reason.ts'

const fields = [
  ['full_name', 'organization.account-name', 'text', 'off'],
  ['email', 'organization.account-address', 'email', 'off'],
  ['password', 'organization.account-password', 'password', 'new-password'],
] as const

const empty = { full_name: '', email: '', password: '' }

/** Makes an account for somebody. The server says whether one has the permission: clients are not told. */
export function AddPerson() {
  const app = useApp()
  const canSave = useCanSave()
  const reason = useKnown(({ state }) => state && changeReason(state))
  const [isOpen, setOpen] = useState(false)
  const [account, setAccount] = useState(empty)
  if (reason !== undefined) return null
  const close = () => {
    setOpen(false)
    setAccount(empty)
  }
  return (
    <>
      <p class="setting-add">
        <a class="button" href="#invite">
          {t('places.invite')}
        </a>{' '}
        <button type="button" class="button" disabled={!canSave} onClick={() => setOpen(true)}>
          {t('organization.add-person')}
        </button>
      </p>
      {isOpen && (
        <FormDialog
          title={t('organization.add-person')}
          action={t('organization.make-account')}
          isDisabled={Object.values(account).some((text) => text.trim() === '')}
          onClose={close}
          onSend={async () => void (await createPerson(app, account))}
        >
          <p class="setting-note">{t('organization.add-person-note')}</p>
          {fields.map(([name, label, type, autocomplete]) => (
            <label key={name} class="form-field">
              <span>{t(label)}</span>
              <input
                class="field"
                dir="auto"
                type={type as 'text'}
                autocomplete={autocomplete}
                value={account[name]}
                onInput={({ currentTarget: { value } }) =>
                  setAccount((before) => ({ ...before, [name]: value }))
                }
              />
            </label>
          ))}
        </FormDialog>
      )}
    </>
  )
}
