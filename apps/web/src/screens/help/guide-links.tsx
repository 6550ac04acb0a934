import { t } from '#words/words.ts'

/** Pages of the guide on the website, in the order in which one needs them. */
const guidePages = [
  'reading',
  'writing',
  'finding',
  'being-told',
  'running-an-organization',
  'web-client',
] as const

/** Links to the guide. The server knows where its website is (`/help/…`). */
export function GuideLinks() {
  return (
    <section class="help-guide" aria-label={t('help.guide')}>
      <h2>{t('help.guide')}</h2>
      <p>{t('help.guide-about')}</p>
      <ul>
        {guidePages.map((page) => (
          <li key={page}>
            <a href={`/help/${page}`} target="_blank" rel="noopener">
              {t(`help.guide.${page}`)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
