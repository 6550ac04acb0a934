import { ApiError } from '@tagma/client/api-error.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { proofFailure, proveByPasskey } from './browser-passkeys.ts'
import { CodeField, codeKindOf, PasskeyProof, PasswordField } from './proof-fields.tsx'

interface Asked {
  readonly ways: readonly string[]
  readonly again: () => Promise<void>
}

/**
 * Carries out what takes a proof that it is oneself: `run` calls, and where the server wants a proof first, `question` is
 * a dialog that asks for it and calls again.
 */
export function useProof() {
  const app = useApp()
  const [asked, setAsked] = useState<Asked>()
  const run = async (call: () => Promise<void>) => {
    try {
      await call()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'STEP_UP_REQUIRED')
        setAsked({ ways: error.fields.ways as readonly string[], again: call })
      else showError(app, error)
    }
  }
  const question = asked && (
    <ProofDialog
      ways={asked.ways}
      onClose={() => setAsked(undefined)}
      onProved={() => {
        setAsked(undefined)
        void run(asked.again)
      }}
    />
  )
  return { run, question }
}

interface ProofDialogProps {
  readonly ways: readonly string[]
  readonly onProved: () => void
  readonly onClose: () => void
}

/** Asks for a proof that it is oneself, in one of the ways that the server named. */
export function ProofDialog({ ways, onProved, onClose }: ProofDialogProps) {
  const { client } = useApp()
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const asksPassword = ways.includes('password')
  const codeKind = codeKindOf(ways)
  const prove = async (proof: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await proof()
      onProved()
    } catch (error) {
      setFailure(proofFailure(error))
    }
    setBusy(false)
  }
  const send = () => {
    const text = typed.trim()
    if (text !== '' && !isBusy)
      void prove(() => client.call(wire.stepUp, asksPassword ? { password: typed } : { code: text }))
  }
  const given = { value: typed, onValue: setTyped, isFirst: !ways.includes('passkey') }
  return (
    <Dialog
      title={t('settings.proof')}
      onClose={onClose}
      onSubmit={send}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          {(asksPassword || codeKind) && (
            <button type="submit" class="button button-main" disabled={typed.trim() === '' || isBusy}>
              {t('settings.factor.next')}
            </button>
          )}
        </>
      }
    >
      <div class="factor-steps">
        <p>{t(ways.includes('sign_in') ? 'settings.proof.sign-in' : 'settings.proof.note')}</p>
        {ways.includes('passkey') && (
          <PasskeyProof isBusy={isBusy} onUse={() => void prove(() => proveByPasskey(client))} />
        )}
        {asksPassword && <PasswordField {...given} />}
        {codeKind && <CodeField {...given} kind={codeKind} />}
        {failure !== undefined && (
          <p class="form-error" role="alert">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  )
}
