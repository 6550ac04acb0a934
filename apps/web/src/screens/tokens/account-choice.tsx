import { changeReason } from '#screens/bots/bot-kinds.ts'
import { peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'

interface AccountChoiceProps {
  /** Undefined: oneself. */
  readonly botId: number | undefined
  readonly onChange: (botId: number | undefined) => void
}

/** Asks for the account in whose name programs with a token act: one's own, or that of a bot of one's own. Shown to owners of bots. */
export function AccountChoice({ botId, onChange }: AccountChoiceProps) {
  const state = useKnown((known) => known.state)
  const people = peopleOf(state)
  const bots = [...people.values()]
    .filter(
      (person) =>
        state &&
        person.is_bot &&
        person.is_active &&
        person.bot_owner_id === state.user_id &&
        changeReason(state, person) === undefined,
    )
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name, locale()))
  if (bots.length === 0) return null
  const own = people.get(state?.user_id ?? -1)?.full_name ?? ''
  return (
    <label class="form-field">
      <span>{t('tokens.account')}</span>
      <select
        class="field"
        value={botId === undefined ? '' : String(botId)}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : Number(value))}
      >
        <option value="">{t('tokens.account-you', { name: own })}</option>
        {bots.map(({ user_id: id, full_name: name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
