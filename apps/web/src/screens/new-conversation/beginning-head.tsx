import { X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Icon } from '#parts/icon.tsx'
import { t } from '#words/words.ts'

/** The heading of a page for a new conversation, with the way back. What was written stays as a draft. */
export function BeginningHead({ children }: { readonly children: ComponentChildren }) {
  return (
    <header class="beginning-head">
      <h1 dir="auto">{children}</h1>
      <button
        type="button"
        class="button-icon"
        aria-label={t('dialog.close')}
        data-tip={t('dialog.close')}
        onClick={() => history.back()}
      >
        <Icon of={X} />
      </button>
    </header>
  )
}
