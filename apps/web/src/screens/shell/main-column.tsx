import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The third column: what the address opens. */
export function Main() {
  const name = useKnown(({ state }) => state?.realm_name ?? '')
  return (
    <main class="main">
      <div class="welcome">
        <h1 dir="auto">{name}</h1>
        <p>{t('shell.choose')}</p>
      </div>
    </main>
  )
}
