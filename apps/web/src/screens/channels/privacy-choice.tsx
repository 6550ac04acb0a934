import { type Privacy, privacies } from '#actions/create-channel.ts'
import { addressFor } from '#state/addresses.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { creationReason, mayAllowWebPublic } from './creation-rights.ts'

interface PrivacyChoiceProps {
  readonly value: Privacy
  /** The kind that a channel is already: that needs no right. */
  readonly present?: Privacy
  readonly isDisabled?: boolean
  readonly onChange: (privacy: Privacy) => void
}

/** Asks who may see a channel. A kind that one may not create says who may. */
export function PrivacyChoice({ value, present, isDisabled, onChange }: PrivacyChoiceProps) {
  const state = useKnown((known) => known.state)
  return (
    <fieldset class="form-choices">
      <legend>{t('channels.who-sees')}</legend>
      {privacies.map((privacy) => {
        const reason = privacy === present ? undefined : creationReason(state, privacy)
        return (
          <label key={privacy}>
            <input
              type="radio"
              name="privacy"
              checked={privacy === value}
              disabled={isDisabled || reason !== undefined}
              onChange={() => onChange(privacy)}
            />
            <span>
              {t(`channels.${privacy}`)}{' '}
              <small class="channel-note">{reason ?? t(`channels.${privacy}-about`)}</small>
            </span>
          </label>
        )
      })}
      {state && mayAllowWebPublic(state) && (
        <a href={addressFor(state, { kind: 'organization', page: 'organization-settings' })}>
          {t('channels.web-public-allow')}
        </a>
      )}
    </fieldset>
  )
}
