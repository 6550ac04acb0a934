import type { MessageView } from '@tagma/contract/address.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useCommand } from '#keys/use-command.ts'
import { lazy } from '#parts/lazy.tsx'
import { addressFor } from '#state/addresses.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { withoutPlace } from './without-place.ts'

const FindBar = lazy(async () => (await import('./find-bar.tsx')).FindBar, { takesKeys: true })

/** Finds words in the messages that are open. Its key, pressed once more, is left to the browser. */
export function FindHost({ view }: { readonly view: MessageView }) {
  const [isOpen, setOpen] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const { store } = useApp()
  useCommand('find', () => {
    if (bar.current?.contains(document.activeElement)) return false
    setOpen(true)
    bar.current?.querySelector('input')?.select()
  })
  const name = useKnown(({ state }) => addressFor(state, withoutPlace(view)))
  useEffect(() => setOpen(false), [store, name])
  return (
    <div ref={bar} role="search" aria-label={t('find.name')}>
      {isOpen && <FindBar view={view} onClose={() => setOpen(false)} />}
    </div>
  )
}
