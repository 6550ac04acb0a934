import { CalendarClock, ChevronDown } from 'lucide'
import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { Icon } from '#parts/icon.tsx'
import { later, lazy } from '#parts/lazy.tsx'
import { Menu, type MenuEntry } from '#parts/menu/menu.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

const entries = later(() => import('./later-entries.ts'))
const TimeQuestion = lazy(async () => (await import('./time-question.tsx')).TimeQuestion)

interface SendLaterProps {
  readonly isEnabled: boolean
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onChoose: (date: Date) => void
}

/** Offers times to send a message at. */
export function SendLater({ isEnabled, button, onChoose }: SendLaterProps) {
  const app = useApp()
  const [menu, setMenu] = useState<readonly MenuEntry[]>()
  const [isAsking, setAsking] = useState(false)
  const open = () => {
    const another = { label: t('compose.later-other'), icon: CalendarClock, onChoose: () => setAsking(true) }
    entries.get().then(
      ({ laterEntries }) => setMenu([...laterEntries(app, onChoose), 'line', another]),
      (error: unknown) => showError(app, error),
    )
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        class="button button-main editor-later"
        aria-label={t('compose.send-later')}
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        data-tip={`${t('compose.send-later')} (Ctrl+Shift+Enter)`}
        disabled={!isEnabled}
        onClick={() => (menu ? setMenu(undefined) : open())}
      >
        <Icon of={ChevronDown} size={1} />
      </button>
      {menu && (
        <Menu
          label={t('compose.send-later')}
          entries={menu}
          anchor={button.current!}
          onClose={() => setMenu(undefined)}
        />
      )}
      {isAsking && <TimeQuestion onClose={() => setAsking(false)} onChoose={onChoose} />}
    </>
  )
}
