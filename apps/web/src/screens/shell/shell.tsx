import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The page: places, the list of conversations, and the conversation that is open. */
export function Shell() {
  const isReady = useKnown(({ state }) => state !== undefined)
  if (!isReady) return <p role="status">{t('shell.loading')}</p>
  return (
    <div class="shell">
      <nav aria-label={t('shell.places')} />
      <section aria-label={t('shell.conversations')} />
      <main />
    </div>
  )
}
