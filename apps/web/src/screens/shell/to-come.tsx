import type { View } from '@tagma/contract/address.ts'
import { PageHead } from '#parts/page/page-head.tsx'
import { t, type WordId } from '#words/words.ts'

const titles: Partial<Readonly<Record<View['kind'], WordId>>> = {
  settings: 'shell.settings',
  organization: 'shell.organization',
}

/** Stands for a page of the same address that this client does not have yet, and says what to do meanwhile. */
export function ToCome({ view }: { readonly view: View }) {
  return (
    <section class="page">
      <PageHead title={t(titles[view.kind] ?? 'shell.settings')} back="#places" />
      <div class="page-scroll">
        <p class="page-inner page-note">{t('shell.to-come')}</p>
      </div>
    </section>
  )
}
