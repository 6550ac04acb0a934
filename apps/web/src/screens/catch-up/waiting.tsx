import { t } from '#words/words.ts'

/** Stands there until messages are here. */
export function Waiting() {
  return (
    <div class="messages-loading catch-up-waiting" role="status" aria-label={t('shell.loading')}>
      {[0, 1, 2].map((row) => (
        <div key={row} class="skeleton" />
      ))}
    </div>
  )
}
