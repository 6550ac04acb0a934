import { CalendarClock, ChevronDown } from 'lucide'
import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { Menu, type MenuEntry } from '#parts/menu/menu.tsx'
import { locale, t, type WordId } from '#words/words.ts'
import { laterTimes, type LaterTime } from './later-times.ts'

const TimeQuestion = lazy(async () => (await import('./time-question.tsx')).TimeQuestion)

interface SendLaterProps {
  readonly isEnabled: boolean
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onChoose: (date: Date) => void
}

const names: Readonly<Record<LaterTime['name'], WordId>> = {
  hour: 'compose.later-hour',
  evening: 'compose.later-evening',
  tomorrow: 'compose.later-tomorrow',
  monday: 'compose.later-monday',
}

/** Offers times to send a message at. */
export function SendLater({ isEnabled, button, onChoose }: SendLaterProps) {
  const [menu, setMenu] = useState<readonly MenuEntry[]>()
  const [isAsking, setAsking] = useState(false)
  const open = () =>
    setMenu([
      ...laterTimes(new Date()).map(({ name, date }) => ({
        label: t(names[name]),
        keys: shortly(date),
        onChoose: () => onChoose(date),
      })),
      'line',
      { label: t('compose.later-other'), icon: CalendarClock, onChoose: () => setAsking(true) },
    ])
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

/** A day of the week and a time: `Mon 9:00 AM`. */
const shortly = (date: Date) =>
  new Intl.DateTimeFormat(locale(), { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(date)
