import type { MessageView } from '@tagma/contract/address.ts'
import { useRef, useState } from 'preact/hooks'
import { useCommand } from '#keys/use-command.ts'
import { lazy } from '#parts/lazy.tsx'
import { learn, t } from '#words/words.ts'
import { withoutPlace } from './without-place.ts'

const FindBar = lazy(
  async () => {
    await learn('search')
    return (await import('./find-bar.tsx')).FindBar
  },
  { takesKeys: true },
)

interface FindHostProps {
  readonly view: MessageView
  /** The name of the landmark: in a column beside another one, it names the conversation. */
  readonly name?: string
}

/** Finds words in the messages that are open. Its key, pressed once more, is left to the browser. */
export function FindHost({ view, name = t('find.name') }: FindHostProps) {
  // Without names, which come with the state: what is open stays open when they do.
  const here = JSON.stringify(withoutPlace(view))
  const [openIn, setOpenIn] = useState<string>()
  const bar = useRef<HTMLDivElement>(null)
  useCommand('find', () => {
    if (bar.current?.contains(document.activeElement)) return false
    setOpenIn(here)
    bar.current?.querySelector('input')?.select()
  })
  return (
    <div ref={bar} role="search" aria-label={name}>
      {openIn === here && <FindBar view={view} onClose={() => setOpenIn(undefined)} />}
    </div>
  )
}
