import type { Answer } from '@tagma/contract/define.ts'
import type { beginSecondFactor } from '@tagma/contract/endpoints/sign-in/begin-second-factor.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { errorText } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { CodeField, PasswordField } from './proof-fields.tsx'

/** Setting a factor up takes the place of an earlier one, too. */
export type FactorTask = 'set up' | 'renew' | 'remove'

/** The step of a task: a proof that it is oneself, the secret for the app, the recovery codes. */
type Step =
  | { readonly kind: 'proof' }
  | { readonly kind: 'secret'; readonly begun: Answer<typeof beginSecondFactor> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

interface FactorDialogProps {
  readonly task: FactorTask
  /** Whether there is a factor: then a code is the proof, and the password otherwise. */
  readonly isOn: boolean
  /** Called when the server has another state. */
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Leads through one change of the second factor, step by step. */
export function FactorDialog({ task, isOn, onDone, onClose }: FactorDialogProps) {
  const [step, setStep] = useState<Step>({ kind: 'proof' })
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const carryOut = useStepOf(task, isOn)
  if (step.kind === 'codes') return <CodesDialog codes={step.codes} onClose={onClose} />
  const send = async () => {
    if (typed.trim() === '' || isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await carryOut(step, typed.trim())
      setTyped('')
      if (next?.kind !== 'secret') onDone()
      if (next) setStep(next)
      else onClose()
    } catch (error) {
      setFailure(errorText(error))
    }
    setBusy(false)
  }
  const given = { value: typed, onValue: setTyped, isFirst: true }
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
          <button type="submit" class="button button-main" disabled={typed.trim() === '' || isBusy}>
            {t(step.kind === 'secret' ? 'settings.factor.confirm' : actions[task])}
          </button>
        </>
      }
    >
      {step.kind === 'secret' ? (
        <div class="factor-steps">
          <Secret begun={step.begun} />
          {/* A field of its own, so that it takes the focus. */}
          <CodeField key="first" {...given} isNew />
        </div>
      ) : isOn ? (
        <CodeField {...given} />
      ) : (
        <PasswordField {...given} />
      )}
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
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

/** Returns what carries out a step: it answers the next one, or undefined at the end. */
function useStepOf(task: FactorTask, isOn: boolean) {
  const app = useApp()
  return async (step: Step, typed: string): Promise<Step | undefined> => {
    const { client } = app
    if (step.kind === 'secret') {
      const { recovery_codes: codes } = await client.call(wire.confirmSecondFactor, { code: typed })
      return { kind: 'codes', codes }
    }
    if (task === 'set up') {
      const proof = isOn ? { code: typed } : { password: typed }
      return { kind: 'secret', begun: await client.call(wire.beginSecondFactor, proof) }
    }
    if (task === 'renew') {
      const { recovery_codes: codes } = await client.call(wire.renewRecoveryCodes, { code: typed })
      return { kind: 'codes', codes }
    }
    await client.call(wire.removeSecondFactor, { code: typed })
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
function CodesDialog({
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
