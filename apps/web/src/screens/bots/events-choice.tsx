import { t } from '#words/words.ts'

interface EventsChoiceProps {
  readonly all: readonly string[]
  /** Undefined: all. */
  readonly value: readonly string[] | undefined
  readonly onChange: (events: readonly string[] | undefined) => void
}

/** Chooses the events of a service that are posted. */
export function EventsChoice({ all, value, onChange }: EventsChoiceProps) {
  const chosen = value ?? all
  const change = (events: readonly string[]) => onChange(events.length === all.length ? undefined : events)
  return (
    <details class="bot-events">
      <summary>{t('bots.events', { count: chosen.length, all: all.length })}</summary>
      <p class="own-form-foot">
        <button type="button" class="button" onClick={() => onChange(undefined)}>
          {t('bots.events-all')}
        </button>
        <button type="button" class="button" onClick={() => onChange([])}>
          {t('bots.events-none')}
        </button>
      </p>
      <ul aria-label={t('bots.events-label')}>
        {all.map((event) => (
          <li key={event}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(event)}
                onChange={({ currentTarget: { checked } }) =>
                  change(all.filter((each) => (each === event ? checked : chosen.includes(each))))
                }
              />
              <code>{event}</code>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}
