import { type Privacy, privacies } from '#actions/create-channel.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { creationReason } from './creation-rights.ts'

interface PrivacyChoiceProps {
  readonly value: Privacy
  readonly onChange: (privacy: Privacy) => void
}

/** Asks who may see a channel. A kind that one may not create says who may. */
export function PrivacyChoice({ value, onChange }: PrivacyChoiceProps) {
  const state = useKnown((known) => known.state)
  return (
    <fieldset class="form-choices">
      <legend>{t('channels.who-sees')}</legend>
      {privacies.map((privacy) => {
        const reason = creationReason(state, privacy)
        return (
          <label key={privacy}>
            <input
              type="radio"
              name="privacy"
              checked={privacy === value}
              disabled={reason !== undefined}
              onChange={() => onChange(privacy)}
            />
            <span>
              {t(`channels.${privacy}`)}
              <small class="channel-note">{reason ?? t(`channels.${privacy}-about`)}</small>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
