import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { type InviteOutcome, type InviteTerms, invitePeople } from '#actions/invite-people.ts'
import { errorText } from '#actions/show-error.ts'
import { useIsKept } from '#parts/kept-form/kept-context.ts'
import { KeptControls } from '#parts/kept-form/kept-controls.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

interface MailFormProps {
  readonly terms: InviteTerms
  /** Called when at least one person was invited. */
  readonly onSent?: () => void
  /** Further choices for these invitations. */
  readonly children?: ComponentChildren
}

/** Addresses to invite. Those that cannot be invited stay in the box, each with its reason below. */
export function MailForm({ terms, onSent, children }: MailFormProps) {
  const app = useApp()
  const id = useId()
  const [emails, setEmails] = useState('')
  const [outcome, setOutcome] = useState<InviteOutcome>()
  const [isBusy, setBusy] = useState(false)
  const isKept = useIsKept()
  const send = async () => {
    if (isBusy || isKept || emails.trim() === '') return
    setBusy(true)
    try {
      const done = await invitePeople(app, emails, terms)
      setOutcome(done)
      if (done.isSent) {
        setEmails(done.refused.map(({ email }) => email).join('\n'))
        onSent?.()
      }
    } catch (error) {
      setOutcome({ problem: errorText(error), refused: [], isSent: false })
    }
    setBusy(false)
  }
  const hasProblem = outcome?.problem !== undefined
  return (
    <form
      class="mail-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label class="form-field">
        <span>{t('invite.addresses')}</span>
        <textarea
          class="field"
          rows={2}
          dir="ltr"
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          placeholder={t('invite.addresses-example')}
          aria-invalid={hasProblem}
          aria-describedby={id}
          readOnly={isKept}
          value={emails}
          onInput={(event) => setEmails(event.currentTarget.value)}
        />
      </label>
      <div id={id} class="mail-outcome" role="status">
        {outcome && <Outcome outcome={outcome} />}
      </div>
      {children !== undefined && <KeptControls>{children}</KeptControls>}
      <button type="submit" class="button" disabled={isBusy || isKept || emails.trim() === ''}>
        {t('invite.send')}
      </button>
    </form>
  )
}

function Outcome({ outcome: { problem, refused, isSent } }: { readonly outcome: InviteOutcome }) {
  if (problem === undefined)
    return (
      <p>
        <span class="invite-good">{t('invite.sent')}</span>{' '}
        <a href="#organization/users/invitations">{t('invite.see-all')}</a>
      </p>
    )
  return (
    <div class="form-error">
      <p>{refused.length === 0 ? problem : t(isSent ? 'invite.some-sent' : 'invite.none-sent')}</p>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ email, reason }) => (
            <li key={email}>
              <bdi>{email}</bdi>: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
