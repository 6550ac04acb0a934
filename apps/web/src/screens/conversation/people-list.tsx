import { useState } from 'preact/hooks'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** People drawn at a time. Each row has a picture. */
const atOnce = 50

/** Lists people by name. A button draws fifty more, because there may be ten thousand. */
export function PeopleList({ ids }: { readonly ids: readonly number[] }) {
  const people = useKnown(({ state }) => peopleOf(state))
  const [count, setCount] = useState(atOnce)
  const left = ids.length - count
  return (
    <>
      <ul class="readers">
        {ids.slice(0, count).map((id) => (
          <li key={id} class="readers-person" dir="auto">
            <PersonAvatar person={people.get(id)} size={1.5} />
            {people.get(id)?.full_name ?? t('message.unknown-person')}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <button
          type="button"
          class="button"
          onClick={({ currentTarget }) => {
            setCount(count + atOnce)
            // After the last press the button is gone.
            if (left <= atOnce) currentTarget.closest<HTMLElement>('.dialog-body')?.focus()
          }}
        >
          {t('acting.more-people', { count: Math.min(left, atOnce) })}
        </button>
      )}
    </>
  )
}
