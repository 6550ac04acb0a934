import type { View } from '@tagma/contract/address.ts'
import { PageHead } from '#parts/page/page-head.tsx'
import { walkTabs } from '#parts/page/walk-by-arrows.ts'
import { Proving } from '#screens/settings/proving.tsx'
import { addressFor } from '#state/addresses.ts'
import { peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { ManagePerson } from './manage-person.tsx'
import { PersonProfile } from './person-profile.tsx'

type Page = Extract<View, { kind: 'user' }>['page']

interface PersonPageProps {
  readonly userId: number
  readonly page: Page
}

/** The pages of somebody: what they tell about themselves, and what administrators do with their account. */
export function PersonPage({ userId, page }: PersonPageProps) {
  const person = useKnown(({ state }) => peopleOf(state).get(userId))
  const isAdministrator = useKnown(({ state }) => state?.is_admin === true)
  const name = person?.full_name ?? t('message.unknown-person')
  const isSystemBot = person !== undefined && 'is_system_bot' in person
  return (
    <section class="page settings" aria-label={name}>
      <PageHead title={name} back="#inbox" />
      {person && !isSystemBot && (isAdministrator || page !== undefined) && (
        <Tabs userId={userId} page={page} />
      )}
      <div class="page-scroll" tabIndex={-1}>
        <div class={page === undefined ? 'page-inner person-page' : 'page-inner settings-inner'}>
          {!person && <p>{t('person.hidden')}</p>}
          {person &&
            (page === undefined ? (
              <PersonProfile key={userId} person={person} />
            ) : (
              <Proving>
                <ManagePerson key={userId} person={person} />
              </Proving>
            ))}
        </div>
      </div>
    </section>
  )
}

function Tabs({ userId, page }: PersonPageProps) {
  const state = useKnown((known) => known.state)
  return (
    <nav class="page-tabs" aria-label={t('person.pages')} onKeyDown={walkTabs}>
      {([undefined, 'manage'] as const).map((each) => (
        <a
          key={each ?? 'profile'}
          href={addressFor(state, { kind: 'user', userId, ...(each && { page: each }) })}
          aria-current={each === page ? 'page' : undefined}
        >
          {t(each === undefined ? 'person.page-profile' : 'person.page-manage')}
        </a>
      ))}
    </nav>
  )
}
