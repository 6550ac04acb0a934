import { settingsPages } from '@tagma/contract/address.ts'
import { addressFor } from '#state/addresses.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { PageChoice, PageMenu } from './page-menu.tsx'

function useSections() {
  const state = useKnown((known) => known.state)
  const page = useKnown(({ view }) => (view.kind === 'settings' ? view.page : undefined))
  const pages = settingsPages.map((each) => ({
    name: t(`settings.page.${each}`),
    address: addressFor(state, { kind: 'settings', page: each }),
    isCurrent: each === page,
  }))
  return [{ pages }]
}

/** The pages of settings, in place of the list of conversations. */
export function SettingsMenu() {
  return <PageMenu label={t('shell.settings')} title={t('shell.settings')} sections={useSections()} />
}

/** The pages of settings, where the menu has no room. */
export function SettingsPageChoice() {
  return <PageChoice label={t('settings.page')} sections={useSections()} />
}
