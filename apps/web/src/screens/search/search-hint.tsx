import { Search } from 'lucide'
import { Icon } from '#parts/icon.tsx'
import { t } from '#words/words.ts'

/** Fills the third column until a message that was found is opened. */
export function SearchHint() {
  return (
    <div class="search-welcome">
      <Icon of={Search} size={1.75} />
      <h1>{t('search.title')}</h1>
      <p>{t('search.open')}</p>
    </div>
  )
}
