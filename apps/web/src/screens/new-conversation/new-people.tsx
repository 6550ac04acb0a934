import { useMemo, useState } from 'preact/hooks'
import { Composer } from '#parts/composer/composer.tsx'
import { PeopleField } from '#parts/people-field/people-field.tsx'
import { addressFor, viewOf } from '#state/addresses.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { BeginningHead } from './beginning-head.tsx'

/** The page for a new direct conversation: people as chips, and the box as soon as there is one of them. */
export function NewPeople() {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const [userIds, setUserIds] = useState<readonly number[]>([])
  const to = useMemo(
    () => ({ kind: 'people' as const, userIds: userIds.toSorted((a, b) => a - b) }),
    [userIds],
  )
  const open = () =>
    app.go(
      addressFor(
        state,
        viewOf({ channelId: undefined, topic: '', userIds: to.userIds }, state?.user_id ?? 0),
      ),
    )
  return (
    <section class="beginning">
      <BeginningHead>{t('beginning.direct')}</BeginningHead>
      <PeopleField
        label={t('beginning.to')}
        head={
          <span class="topic-label" aria-hidden="true">
            {t('beginning.to')}
          </span>
        }
        userIds={userIds}
        onChange={setUserIds}
        takesFocus
        onEnter={() => userIds.length > 0 && open()}
      />
      {userIds.length > 0 ? (
        <Composer to={to} onSent={open} />
      ) : (
        <p class="beginning-hint">{t('beginning.hint')}</p>
      )}
    </section>
  )
}
