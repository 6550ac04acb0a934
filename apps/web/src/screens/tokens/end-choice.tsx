import { t } from '#words/words.ts'
import { dayChoices } from './token-draft.ts'

interface EndChoiceProps {
  /** Undefined: until the token was not used for a year. */
  readonly days: number | undefined
  /** The server's limit; null on a server without one. */
  readonly maxDays: number | null
  readonly onChange: (days: number | undefined) => void
}

/** Asks when a token ends. Offers only what the server takes. */
export function EndChoice({ days, maxDays, onChange }: EndChoiceProps) {
  return (
    <label class="form-field">
      <span>{t('tokens.until')}</span>
      <select
        class="field"
        value={days === undefined ? '' : String(days)}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : Number(value))}
      >
        {dayChoices(maxDays).map((count) => (
          <option key={count} value={String(count)}>
            {t('tokens.days', { count })}
          </option>
        ))}
        {maxDays === null && <option value="">{t('tokens.never')}</option>}
      </select>
      {maxDays !== null && <small>{t('tokens.limit', { count: maxDays })}</small>}
    </label>
  )
}
