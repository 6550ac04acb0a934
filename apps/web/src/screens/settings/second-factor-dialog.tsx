import type { Answer } from '@tagma/contract/define.ts'
import type { beginSecondFactor } from '@tagma/contract/endpoints/sign-in/begin-second-factor.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { showToast } from '#actions/show-toast.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { proofFailure, proveByPasskey } from './browser-passkeys.ts'
import { CodeField, codeKindOf, PasskeyProof, PasswordField } from './proof-fields.tsx'

/** Setting a factor up takes the place of an earlier one, too. */
export type FactorTask = 'set up' | 'renew' | 'remove'

/** The step of a task: a proof that it is oneself, the secret for the app, the recovery codes. */
type Step =
  | { readonly kind: 'proof' }
  | { readonly kind: 'secret'; readonly begun: Answer<typeof beginSecondFactor> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

interface FactorDialogProps {
  readonly task: FactorTask
  /** The ways in which one can prove that it is oneself. */
  readonly ways: readonly string[]
  /** Called when the server has another state. */
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Leads through one change of the second factor, step by step. */
export function FactorDialog({ task, ways, onDone, onClose }: FactorDialogProps) {
  const [step, setStep] = useState<Step>({ kind: 'proof' })
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { client } = useApp()
  const carryOut = useStepOf(task)
  if (step.kind === 'codes') return <CodesDialog codes={step.codes} onClose={onClose} />
  const codeKind = codeKindOf(ways)
  const hasPasskey = step.kind === 'proof' && ways.includes('passkey')
  const hasField = step.kind === 'secret' || codeKind !== undefined || !hasPasskey
  const goOn = async (proof: () => Promise<Proof>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await carryOut(step, await proof())
      setTyped('')
      if (next?.kind !== 'secret') onDone()
      if (next) setStep(next)
      else onClose()
    } catch (error) {
      setFailure(proofFailure(error))
    }
    setBusy(false)
  }
  const send = async () => {
    const text = typed.trim()
    if (text === '') return
    await goOn(async () => (step.kind === 'secret' || codeKind ? { code: text } : { password: text }))
  }
  const usePasskey = () => goOn(() => proveByPasskey(client).then(() => ({})))
  const given = { value: typed, onValue: setTyped, isFirst: !hasPasskey }
  return (
    <Dialog
      title={t(titles[task])}
      onClose={onClose}
      onSubmit={() => void send()}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          {hasField && (
            <button type="submit" class="button button-main" disabled={typed.trim() === '' || isBusy}>
              {t(step.kind === 'secret' ? 'settings.factor.confirm' : actions[task])}
            </button>
          )}
        </>
      }
    >
      {step.kind === 'secret' ? (
        <div class="factor-steps">
          <Secret begun={step.begun} />
          {/* A field of its own, so that it takes the focus. */}
          <CodeField key="first" {...given} kind="first" />
        </div>
      ) : (
        <ProofStep ways={ways} field={given} isBusy={isBusy} onPasskey={() => void usePasskey()} />
      )}
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  )
}

interface ProofStepProps {
  readonly ways: readonly string[]
  readonly field: ComponentProps<typeof PasswordField>
  readonly isBusy: boolean
  readonly onPasskey: () => void
}

/** Asks for a proof that it is oneself: a passkey, a code, or the password of somebody who has neither. */
function ProofStep({ ways, field, isBusy, onPasskey }: ProofStepProps) {
  const codeKind = codeKindOf(ways)
  const hasPasskey = ways.includes('passkey')
  return (
    <div class="factor-steps">
      {hasPasskey && <PasskeyProof isBusy={isBusy} onUse={onPasskey} />}
      {codeKind ? <CodeField {...field} kind={codeKind} /> : !hasPasskey && <PasswordField {...field} />}
    </div>
  )
}

const titles = {
  'set up': 'settings.factor.set-up',
  renew: 'settings.factor.renew',
  remove: 'settings.factor.remove',
} as const
const actions = {
  'set up': 'settings.factor.next',
  renew: 'settings.factor.renew-action',
  remove: 'settings.factor.remove-action',
} as const

/** Shown with a call: nothing where a passkey was used before it. */
interface Proof {
  readonly code?: string
  readonly password?: string
}

/** Returns what carries out a step: it answers the next one, or undefined at the end. */
function useStepOf(task: FactorTask) {
  const app = useApp()
  return async (step: Step, proof: Proof): Promise<Step | undefined> => {
    const { client } = app
    if (step.kind === 'secret') {
      const { recovery_codes: codes } = await client.call(wire.confirmSecondFactor, {
        code: proof.code ?? '',
      })
      return { kind: 'codes', codes }
    }
    if (task === 'set up') return { kind: 'secret', begun: await client.call(wire.beginSecondFactor, proof) }
    if (task === 'renew') {
      const { recovery_codes: codes } = await client.call(wire.renewRecoveryCodes, proof)
      return { kind: 'codes', codes }
    }
    await client.call(wire.removeSecondFactor, proof)
    showToast(app, { name: 'factor', kind: 'status', text: t('settings.factor.removed') })
    return undefined
  }
}

/** The secret, to scan and to type into an authenticator app. */
function Secret({ begun: { secret, picture } }: { readonly begun: Answer<typeof beginSecondFactor> }) {
  return (
    <>
      <p>{t('settings.factor.scan')}</p>
      <img class="factor-picture" src={picture} alt={t('settings.factor.picture')} width="200" height="200" />
      <p>
        {t('settings.factor.type')} <code class="factor-secret">{secret.replaceAll('-', ' ')}</code>
      </p>
    </>
  )
}

/** Shows recovery codes once, to copy or to save. */
export function CodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[]
  readonly onClose: () => void
}) {
  const app = useApp()
  const organization = useKnown(({ state }) => state?.realm_name ?? '')
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      title={t('settings.factor.codes')}
      onClose={onClose}
      onSubmit={onClose}
      foot={
        <>
          <button
            type="button"
            class="button"
            onClick={() => void copyAndTell(app, text, t('settings.factor.copied'))}
          >
            {t('settings.factor.copy')}
          </button>
          <a
            class="button"
            download={`${organization} ${t('settings.factor.codes')}.txt`}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          >
            {t('settings.factor.save')}
          </a>
          <button type="submit" class="button button-main" autofocus>
            {t('settings.factor.kept')}
          </button>
        </>
      }
    >
      <p>{t('settings.factor.codes-note')}</p>
      <ul class="factor-codes" aria-label={t('settings.factor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
