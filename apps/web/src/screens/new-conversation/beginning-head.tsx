import { X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useCommand } from '#keys/use-command.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

/**
 * The heading of a page for a new conversation, with the way back: a button, and Escape. What was written stays
 * as a draft.
 */
export function BeginningHead({ children }: { readonly children: ComponentChildren }) {
  const app = useApp()
  const leave = () => (history.length > 1 ? history.back() : app.go(''))
  useCommand('leave', leave)
  return (
    <header class="beginning-head">
      <h1 dir="auto">{children}</h1>
      <IconButton icon={X} label={t('dialog.close')} data-back onClick={leave} />
    </header>
  )
}
