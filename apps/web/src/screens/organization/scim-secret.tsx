import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

/** The secret of a client that was just made, or got another one. */
export interface ShownSecret {
  readonly name: string
  readonly secret: string
}

interface ScimSecretProps {
  readonly shown: ShownSecret
  readonly onClose: () => void
}

/** Shows the secret of a SCIM client. Nobody can read it later. */
export function ScimSecret({ shown: { name, secret }, onClose }: ScimSecretProps) {
  const app = useApp()
  const noteId = useId()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <div class="form-field">
      <p id={noteId} class="form-preview form-warning">
        {t('organization.scim.once', { name })}
      </p>
      <p class="own-key">
        <input
          ref={field}
          class="field"
          type="text"
          dir="ltr"
          readonly
          value={secret}
          aria-label={t('organization.scim.secret')}
          aria-describedby={noteId}
        />
        <button
          type="button"
          class="button button-main"
          onClick={() => void copyAndTell(app, secret, t('organization.scim.secret-copied'))}
        >
          {t('organization.scim.copy')}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {t('organization.scim.done')}
        </button>
      </p>
    </div>
  )
}
