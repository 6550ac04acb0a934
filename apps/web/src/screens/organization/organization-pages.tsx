import { PageChoice, PageMenu } from '#screens/settings/page-menu.tsx'
import { addressFor } from '#state/addresses.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { pageSections } from './page-names.ts'

function useSections() {
  const state = useKnown((known) => known.state)
  const page = useKnown(({ view }) => (view.kind === 'organization' ? view.page : undefined))
  return pageSections.map(([name, pages]) => ({
    title: t(`organization.section.${name}`),
    pages: pages.map((each) => ({
      name: t(`organization.page.${each}`),
      address: addressFor(state, { kind: 'organization', page: each }),
      isCurrent: each === page,
    })),
  }))
}

/** The pages of the organization, in place of the list of conversations. */
export function OrganizationPages() {
  return <PageMenu label={t('organization.pages')} title={t('organization.menu')} sections={useSections()} />
}

/** The pages of the organization, where the menu has no room. */
export function OrganizationPageChoice() {
  return <PageChoice label={t('organization.page')} sections={useSections()} />
}
