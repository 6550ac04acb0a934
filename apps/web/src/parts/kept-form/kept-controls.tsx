import type { ComponentChildren } from 'preact'
import { useIsKept } from './kept-context.ts'

/** Controls of a form that cannot be used while the right to send it is lost. Fields of text stay readable by themselves. */
export function KeptControls({ children }: { readonly children: ComponentChildren }) {
  return (
    <fieldset class="kept-controls" role="presentation" disabled={useIsKept()}>
      {children}
    </fieldset>
  )
}
