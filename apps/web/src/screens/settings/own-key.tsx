import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { OwnForm } from './own-form.tsx'
import { CodeField, type CodeKind, PasswordField } from './proof-fields.tsx'
import { useCanSave } from './setting-control.tsx'

/** One's key for programs: shown to whoever knows the password, and replaced where somebody else may know it. */
export function OwnKey({ codeKind }: Pick<KeyFormProps, 'codeKind'>) {
  const [key, setKey] = useState<string>()
  const given = { codeKind, onKey: setKey }
  return key === undefined ? <KeyForm {...given} /> : <ShownKey {...given} value={key} />
}

interface KeyFormProps {
  /** The codes that are good where one has a second factor: then one is needed, too. */
  readonly codeKind: CodeKind | undefined
  readonly onKey: (key: string) => void
}

function KeyForm({ codeKind, onKey }: KeyFormProps) {
  const { client } = useApp()
  const address = useKnown(({ state }) => state?.delivery_email ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const proof = codeKind ? { password, code: code.trim() } : { password }
  return (
    <OwnForm
      title={t('settings.key')}
      action={t('settings.key.show')}
      isReady={password !== '' && (!codeKind || code.trim() !== '')}
      onSend={async () =>
        onKey((await client.call(wire.fetchApiKey, { username: address, ...proof })).api_key)
      }
    >
      <p class="setting-note">{t('settings.key.note')}</p>
      <p>
        <a class="button-link" href="#settings/access-tokens">
          {t('settings.key.instead')}
        </a>
      </p>
      <PasswordField value={password} onValue={setPassword} />
      {codeKind && <CodeField value={code} onValue={setCode} kind={codeKind} />}
    </OwnForm>
  )
}

function ShownKey({ value, codeKind, onKey }: KeyFormProps & { readonly value: string }) {
  const app = useApp()
  const canSave = useCanSave()
  const [isAsking, setAsking] = useState(false)
  const [code, setCode] = useState('')
  const replace = async () => {
    setAsking(false)
    try {
      onKey((await app.client.call(wire.regenerateApiKey, codeKind ? { code: code.trim() } : {})).api_key)
      setCode('')
      showToast(app, { name: 'key', kind: 'status', text: t('settings.key.replaced') })
    } catch (error) {
      showError(app, error)
    }
  }
  return (
    <section class="setting-group">
      <h2>{t('settings.key')}</h2>
      <p class="own-key">
        <input class="field" type="text" dir="ltr" readonly value={value} aria-label={t('settings.key')} />
        <button
          type="button"
          class="button"
          onClick={() => void copyAndTell(app, value, t('settings.key.copied'))}
        >
          {t('settings.key.copy')}
        </button>
        <button type="button" class="button" disabled={!canSave} onClick={() => setAsking(true)}>
          {t('settings.key.replace')}
        </button>
      </p>
      {isAsking && (
        <Question
          title={t('settings.key.replace-question')}
          text={
            <>
              <p>{t('settings.key.replace-text')}</p>
              {codeKind && <CodeField value={code} onValue={setCode} isFirst kind={codeKind} />}
            </>
          }
          action={t('settings.key.replace')}
          dangerous
          onClose={() => setAsking(false)}
          onConfirm={() => void replace()}
        />
      )}
    </section>
  )
}
