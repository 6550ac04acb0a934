import { t } from '#words/words.ts'
import { useCanSave } from './setting-control.tsx'
import type { Fetched } from './use-fetched.ts'

/** Says that something is on its way, or why it did not come, with a button that asks for it again. */
export function FetchNote({ fetched: { value, failure, reload } }: { readonly fetched: Fetched<unknown> }) {
  const canSave = useCanSave()
  if (failure !== undefined)
    return (
      <div class="form-error" role="alert">
        <p>{failure}</p>
        <button type="button" class="button" disabled={!canSave} onClick={reload}>
          {t('settings.try-again')}
        </button>
      </div>
    )
  if (value !== undefined) return null
  return (
    <p class="setting-note" role="status">
      {t(canSave ? 'shell.loading' : 'settings.not-loaded')}
    </p>
  )
}
