import { Popover } from '#parts/popover/popover.tsx'
import { addressFor } from '#state/addresses.ts'
import { peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { PersonActions } from './person-actions.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonHead } from './person-head.tsx'

interface PersonCardProps {
  readonly userId: number
  readonly anchor: Element
  readonly onMention: ((text: string) => void) | undefined
  readonly onClose: () => void
}

/** A card about somebody, beside their name. */
export function PersonCard({ userId, anchor, onMention, onClose }: PersonCardProps) {
  const person = useKnown(({ state }) => peopleOf(state).get(userId))
  const profile = useKnown(({ state }) => addressFor(state, { kind: 'user', userId }))
  const manage = useKnown(({ state }) => addressFor(state, { kind: 'user', userId, page: 'manage' }))
  const isAdministrator = useKnown(({ state }) => state?.is_admin === true)
  const name = person?.full_name ?? t('message.unknown-person')
  return (
    <Popover label={name} anchor={anchor} onClose={onClose}>
      <div class="person-card" tabIndex={-1} autofocus>
        <PersonHead {...{ userId, person, name }} isHeading />
        {person ? (
          <>
            <PersonFacts person={person} isSummary />
            <PersonActions person={person} onMention={onMention} onDone={onClose} />
            <a class="person-more" href={profile} onClick={onClose}>
              {t('person.profile')}
            </a>
            {isAdministrator && !('is_system_bot' in person) && (
              <a class="person-more" href={manage} onClick={onClose}>
                {t('person.page-manage')}
              </a>
            )}
          </>
        ) : (
          <p>{t('person.hidden')}</p>
        )}
      </div>
    </Popover>
  )
}
