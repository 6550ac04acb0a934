import { addressFor } from '#state/addresses.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { ownPages } from './settings-pages.ts'

/** The pages of settings, in place of the list of conversations. */
export function SettingsMenu() {
  const state = useKnown((known) => known.state)
  const page = useKnown(({ view }) => (view.kind === 'settings' ? view.page : undefined))
  return (
    <nav class="list settings-menu" aria-label={t('shell.settings')}>
      <header class="list-head">
        <div class="list-title">
          <h2>{t('shell.settings')}</h2>
        </div>
      </header>
      <ul>
        {ownPages.map((each) => (
          <li key={each}>
            <a
              href={addressFor(state, { kind: 'settings', page: each })}
              aria-current={each === page ? 'page' : undefined}
            >
              {t(`settings.page.${each}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
