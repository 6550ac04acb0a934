import { ApiError } from '@tagma/client/api-error.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { TextField } from '#parts/text-field/text-field.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useProof } from '#screens/settings/use-proof.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { FormFailure } from './form-failure.tsx'
import type { ShownSecret } from './scim-secret.tsx'

const longestName = 60

/** Makes a SCIM client. What was typed stays until that is done. */
export function NewScimClient({ onMade }: { readonly onMade: (shown: ShownSecret) => void }) {
  const { client } = useApp()
  const canSave = useCanSave()
  const { run, question } = useProof()
  const [name, setName] = useState('')
  const [mayTouchOwners, setTouch] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const trimmed = name.trim()
  const make = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { secret } = await client.call(wire.createScimClient, {
        name: trimmed,
        may_touch_owners: mayTouchOwners,
      })
      onMade({ name: trimmed, secret })
      setName('')
      setTouch(false)
    } catch (error) {
      // The proof comes first, and then the same again.
      if (error instanceof ApiError && error.code === 'STEP_UP_REQUIRED') throw error
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <form
        class="own-form scim-form"
        aria-label={t('organization.scim.new')}
        onSubmit={(event) => {
          event.preventDefault()
          if (trimmed !== '' && !isBusy) void run(make)
        }}
      >
        <TextField label={t('organization.scim.name')} value={name} most={longestName} onText={setName} />
        <label>
          <input
            type="checkbox"
            checked={mayTouchOwners}
            onChange={({ currentTarget }) => setTouch(currentTarget.checked)}
          />{' '}
          {t('organization.scim.may-touch-owners')}
        </label>
        <FormFailure text={failure} />
        <p class="own-form-foot">
          <button type="submit" class="button" disabled={trimmed === '' || isBusy || !canSave}>
            {t('organization.scim.make')}
          </button>
        </p>
      </form>
      {question}
    </>
  )
}
