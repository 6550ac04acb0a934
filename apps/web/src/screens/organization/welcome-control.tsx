import { limits } from '@tagma/contract/limits.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { isTooLong, LengthNote } from '#parts/length-note/length-note.tsx'
import { addressFor } from '#state/addresses.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { FormFailure } from './form-failure.tsx'
import type { ControlProps } from './organization-control.tsx'
import { useAttempt } from './use-attempt.ts'
import { useKeptText } from './use-kept-text.ts'

const keepTyped = () => undefined

const most = limits.maxWelcomeMessageLength

/** The Welcome Bot's message to newcomers, and a button that has it sent to oneself as it is typed. */
export function WelcomeControl({ row: { name }, value, isDisabled, onSave }: ControlProps<'welcome'>) {
  const app = useApp()
  const given = useKeptText(String(value ?? ''), isDisabled, (text) => {
    // A text that is too long stays in its field.
    if (!isTooLong(text, most)) onSave(text, keepTyped)
  })
  const state = useKnown((known) => known.state)
  const { failure, attempt } = useAttempt()
  const [typed, setTyped] = useState(String(value ?? ''))
  const [isSent, setSent] = useState(false)
  const send = async () => {
    setSent(false)
    await app.client.call(wire.testWelcomeBotCustomMessage, { welcome_message_custom_text: typed.trim() })
    setSent(true)
  }
  const bot = [...peopleOf(state).values()].find(({ email }) => email.startsWith('welcome-bot@'))
  return (
    <span class="organization-welcome">
      <textarea
        {...given}
        aria-label={t(`organization.${name}`)}
        rows={4}
        aria-invalid={isTooLong(typed, most)}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <LengthNote text={typed} most={most} />
      {!isDisabled && (
        <button
          type="button"
          class="button"
          disabled={typed.trim() === '' || isTooLong(typed, most)}
          onClick={() => void attempt(send())}
        >
          {t('organization.welcome.try')}
        </button>
      )}
      <small role="status">
        {isSent && t('organization.welcome.sent')}{' '}
        {isSent && bot && (
          <a
            href={addressFor(state, {
              kind: 'conversation',
              conversation: { kind: 'direct', userIds: [bot.user_id] },
            })}
          >
            {t('organization.welcome.open')}
          </a>
        )}
      </small>
      <FormFailure text={failure} />
    </span>
  )
}
