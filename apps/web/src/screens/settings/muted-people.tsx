import { setMuted } from '#actions/mute-person.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { FilteredList } from './filtered-list.tsx'
import { useCanSave } from './setting-control.tsx'

/** People whose messages are folded, with the day since when. */
export function MutedPeople() {
  const app = useApp()
  const canSave = useCanSave()
  const muted = useKnown(({ state }) => state?.muted_users)
  const people = useKnown(({ state }) => peopleOf(state))
  const { day } = useTimes()
  const now = app.clock.now() / 1000
  const entries = (muted ?? []).flatMap(({ id, timestamp }) => {
    const person = people.get(id)
    const name = person?.full_name ?? t('message.unknown-person')
    return {
      key: String(id),
      name,
      row: (
        <>
          {person && <PersonAvatar person={person} size={2} />}
          <span class="setting-text">
            <span dir="auto">{name}</span>
            <small>{t('settings.muted.since', { day: day(timestamp, now) })}</small>
          </span>
          <button
            type="button"
            class="button"
            aria-label={t('settings.muted.hear-one', { name })}
            disabled={!canSave}
            onClick={() => void setMuted(app, id, false)}
          >
            {t('person.unmute')}
          </button>
        </>
      ),
    }
  })
  return (
    <section class="setting-group">
      <p class="setting-note">{t('settings.muted.note')}</p>
      <FilteredList
        label={t('settings.page.muted-users')}
        entries={entries}
        empty={t('settings.muted.none')}
      />
    </section>
  )
}
