import { ApiError } from '@tagma/client/api-error.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { FormFailure } from '#screens/organization/form-failure.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useProof } from '#screens/settings/use-proof.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { AccountChoice } from './account-choice.tsx'
import { EndChoice } from './end-choice.tsx'
import { PlaceChoice } from './place-choice.tsx'
import { Problem } from './problem.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import {
  type DraftProblems,
  draftProblems,
  firstDays,
  longestTokenName,
  type TokenDraft,
  tokenArgs,
} from './token-draft.ts'

/** A token that was just made, with what its person chose for it. */
export interface MadeToken extends Pick<TokenDraft, 'name' | 'botId' | 'place'> {
  readonly token: string
}

interface NewTokenProps {
  /** The server's limit; null on a server without one. */
  readonly maxDays: number | null
  readonly onMade: (made: MadeToken) => void
  readonly onClose: () => void
}

/** Makes an access token. What was typed stays until that is done. */
export function NewToken({ maxDays, onMade, onClose }: NewTokenProps) {
  const canSave = useCanSave()
  const { draft, change, problems, failure, isBusy, form, send, question } = useNewToken(maxDays, onMade)
  return (
    <>
      <form
        ref={form}
        class="setting-group own-form token-form"
        aria-label={t('tokens.new')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <h2>{t('tokens.new')}</h2>
        <NameField name={draft.name} problem={problems.name} onName={(name) => change({ name })} />
        <AccountChoice botId={draft.botId} onChange={(botId) => change({ botId, writeTo: [] })} />
        <PlaceChoice draft={draft} problem={problems.channels} onChange={change} />
        <ScopeChoice
          scopes={draft.scopes}
          place={draft.place}
          problem={problems.scopes}
          onChange={(scopes) => change({ scopes })}
        />
        <EndChoice days={draft.days} maxDays={maxDays} onChange={(days) => change({ days })} />
        <FormFailure text={failure} />
        <p class="own-form-foot">
          <button type="submit" class="button button-main" disabled={isBusy || !canSave}>
            {t('tokens.make')}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
        </p>
      </form>
      {question}
    </>
  )
}

/** The draft of a token, what is wrong with it since it was sent, and how to send it. */
function useNewToken(maxDays: number | null, onMade: NewTokenProps['onMade']) {
  const app = useApp()
  const { run, question } = useProof()
  const [draft, setDraft] = useState<TokenDraft>(() => ({
    name: '',
    botId: undefined,
    place: 'everywhere',
    writeTo: [],
    scopes: [],
    days: firstDays(maxDays),
  }))
  // Nothing is said to be wrong before the first attempt.
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const asked = attempts === 0 ? 'input' : 'input[data-wrong], [data-wrong] input'
    form.current?.querySelector<HTMLElement>(asked)?.focus()
  }, [attempts])
  const make = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const args = tokenArgs(draft, app.clock.now() / 1000)
      const { token } = await app.client.call(wire.createAccessToken, args)
      onMade({ token, name: args.name, botId: draft.botId, place: draft.place })
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.code === 'STEP_UP_REQUIRED') throw error
      setFailure(errorText(error))
    }
  }
  const send = () => {
    if (isBusy) return
    setAttempts((before) => before + 1)
    if (Object.keys(draftProblems(draft)).length === 0) void run(make)
  }
  const problems: DraftProblems = attempts === 0 ? {} : draftProblems(draft)
  const change = (parts: Partial<TokenDraft>) => setDraft((before) => ({ ...before, ...parts }))
  return { draft, change, problems, failure, isBusy, form, send, question }
}

interface NameFieldProps {
  readonly name: string
  readonly problem: DraftProblems['name']
  readonly onName: (name: string) => void
}

function NameField({ name, problem, onName }: NameFieldProps) {
  const id = useId()
  return (
    <div class="form-field">
      <label for={id}>{t('tokens.name')}</label>
      <input
        id={id}
        class="field"
        type="text"
        dir="auto"
        autocomplete="off"
        aria-describedby={problem ? `${id}-about ${id}-problem` : `${id}-about`}
        aria-invalid={problem !== undefined}
        data-wrong={problem}
        value={name}
        onInput={({ currentTarget: { value } }) => onName(value)}
      />
      <small id={`${id}-about`}>{t('tokens.name-note')}</small>
      {problem && (
        <Problem id={`${id}-problem`} text={t(`tokens.name-${problem}`, { most: longestTokenName })} />
      )}
    </div>
  )
}
