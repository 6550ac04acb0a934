import { type HelpPage as Page, helpPages } from '@tagma/contract/address.ts'
import type { FunctionComponent } from 'preact'
import { PageHead } from '#parts/page/page-head.tsx'
import { t, type WordId } from '#words/words.ts'
import { About } from './about.tsx'
import { Formatting } from './formatting.tsx'
import { GuideLinks } from './guide-links.tsx'
import { Operators } from './operators.tsx'
import { ShortcutList } from './shortcut-list.tsx'

const pages: Readonly<Record<Page, { readonly title: WordId; readonly Content: FunctionComponent }>> = {
  'keyboard-shortcuts': { title: 'help.shortcuts', Content: ShortcutList },
  'message-formatting': { title: 'help.formatting', Content: Formatting },
  'search-operators': { title: 'help.operators', Content: Operators },
  'about-zulip': { title: 'help.about', Content: About },
}

/** A page of help, with a way to the others. */
export function HelpPage({ page }: { readonly page: Page }) {
  const { title, Content } = pages[page]
  return (
    <section class="page help" aria-label={t('help.name')}>
      <PageHead title={t(title)} back="#places" />
      <div class="page-scroll" tabIndex={-1}>
        <div class="page-inner">
          <nav class="help-tabs" aria-label={t('help.name')}>
            {helpPages.map((each) => (
              <a
                key={each}
                class="list-filter"
                href={`#${each}`}
                aria-current={each === page ? 'page' : undefined}
              >
                {t(pages[each].title)}
              </a>
            ))}
          </nav>
          <Content />
          <GuideLinks />
        </div>
      </div>
    </section>
  )
}
