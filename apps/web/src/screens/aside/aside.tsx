import type { MessageView } from '@tagma/contract/address.ts'
import { X } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import { hasRoomForAside, showAside } from '#actions/show-aside.ts'
import { useCommand } from '#keys/use-command.ts'
import { bringsKeyboard } from '#parts/dialog/brings-keyboard.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { Separator } from '#screens/shell/separator.tsx'
import { type AsideState, asideTabs } from '#state/aside.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { About } from './about.tsx'
import { People } from './people.tsx'
import { viewName } from './view-name.ts'

interface AsideProps extends AsideState {
  readonly view: MessageView
}

/**
 * The fourth column: what a conversation is, and who is in it. In a narrower window it lies over the conversation, and
 * goes when another is opened.
 */
export function Aside({ tab, takesFocus, view }: AsideProps) {
  const app = useApp()
  const box = useRef<HTMLElement>(null)
  const name = viewName(view)
  const opened = useRef(name)
  const close = () => {
    showAside(app, undefined)
    document.querySelector<HTMLElement>('.aside-button')?.focus()
  }
  useCommand('leave', () => {
    if (hasRoomForAside() && !box.current?.contains(document.activeElement)) return false
    close()
    return true
  })
  useCommand('people', () => {
    showAside(app, 'people', true)
    focusIn(box.current)
  })
  useEffect(() => {
    if (takesFocus) focusIn(box.current)
  }, [tab, takesFocus])
  useEffect(() => {
    if (name !== opened.current && !hasRoomForAside()) showAside(app, undefined)
    opened.current = name
  }, [app, name])
  return (
    <aside class="aside" aria-label={t(`aside.${tab}`)} ref={box}>
      <header class="aside-head">
        {asideTabs.map((each) => (
          <button
            key={each}
            type="button"
            class="list-filter"
            aria-pressed={each === tab}
            onClick={() => showAside(app, each, false)}
          >
            {t(`aside.${each}`)}
          </button>
        ))}
        <IconButton icon={X} class="aside-close" label={t('aside.close')} data-back onClick={close} />
      </header>
      {tab === 'about' ? <About key={name} view={view} /> : <People key={name} view={view} />}
      <Separator column="aside" />
    </aside>
  )
}

/** Moves the focus to the filter, or to the button of the part that is shown, where a keyboard would cover the people. */
function focusIn(box: HTMLElement | null): void {
  const filter = box?.querySelector('input')
  const begins = filter && !bringsKeyboard(filter)
  ;(begins ? filter : box?.querySelector<HTMLElement>('[aria-pressed="true"]'))?.focus()
}
