import { limits } from '@tagma/contract/limits.ts'
import { useState } from 'preact/hooks'
import { makeChannels } from '#actions/make-channels.ts'
import { errorText } from '#actions/show-error.ts'
import { isTooLong, LengthNote } from '#parts/length-note/length-note.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { chosenNames, type Suggestion } from './chosen-names.ts'
import type { StepProps } from './first-steps.tsx'

const suggested = (): readonly Suggestion[] =>
  ([1, 2, 3, 4, 5] as const).map((number) => ({
    name: t(`welcome.channel-${number}`),
    isChosen: number <= 3,
  }))

/** Five names of channels to tick and change, made at once. */
export function ChannelsStep({ finish }: StepProps) {
  const app = useApp()
  const [rows, setRows] = useState(suggested)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const names = chosenNames(rows)
  const isAnyLong = names.some((name) => isTooLong(name, limits.maxChannelNameLength))
  const change = (at: number, part: Partial<Suggestion>) =>
    setRows((before) => before.map((row, index) => (index === at ? { ...row, ...part } : row)))
  const make = async () => {
    if (isBusy || names.length === 0 || isAnyLong) return
    setBusy(true)
    setProblem(undefined)
    try {
      await makeChannels(app, names)
      finish()
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  return (
    <form
      class="channels-step"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <p class="step-text">{t('welcome.channels-text')}</p>
      <ul>
        {rows.map(({ name, isChosen }, at) => (
          <li key={at}>
            <input
              type="checkbox"
              checked={isChosen}
              aria-label={t('welcome.make-channel', { name })}
              onChange={(event) => change(at, { isChosen: event.currentTarget.checked })}
            />
            <input
              class="field"
              dir="auto"
              aria-invalid={isTooLong(name, limits.maxChannelNameLength)}
              value={name}
              aria-label={t('welcome.channel-name', { number: at + 1 })}
              onInput={({ currentTarget: { value } }) =>
                change(at, { name: value, isChosen: value.trim() !== '' })
              }
            />
            <LengthNote text={name} most={limits.maxChannelNameLength} />
          </li>
        ))}
      </ul>
      {problem !== undefined && (
        <p class="form-error" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="button" disabled={isBusy || names.length === 0 || isAnyLong}>
        {t('welcome.make-channels', { count: names.length })}
      </button>
    </form>
  )
}
