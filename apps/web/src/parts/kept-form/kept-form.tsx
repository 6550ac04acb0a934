import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { t } from '#words/words.ts'
import { KeptContext } from './kept-context.ts'

interface KeptFormProps {
  /** Why the reader may not send the form; undefined if they may. */
  readonly reason: string | undefined
  /** Stands in place of the form for somebody who may not open it. */
  readonly otherwise?: ComponentChildren
  readonly children: ComponentChildren
}

/**
 * A form that needs a right. When the right is lost while the form is open, what was typed stays and can be read and
 * copied, nothing can be changed or sent, and the reason stands above. When the right comes back, one goes on.
 */
export function KeptForm({ reason, otherwise, children }: KeptFormProps) {
  const wasOpen = useRef(false)
  if (reason === undefined) wasOpen.current = true
  if (!wasOpen.current) return otherwise
  return (
    <KeptContext value={reason !== undefined}>
      {reason !== undefined && (
        <p class="form-error" role="alert">
          {reason} {t('dialog.kept')}
        </p>
      )}
      {children}
    </KeptContext>
  )
}
