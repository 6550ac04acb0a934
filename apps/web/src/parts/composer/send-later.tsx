import { CalendarClock, ChevronDown } from 'lucide'
import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { Icon } from '#parts/icon.tsx'
import { Menu, type MenuEntry } from '#parts/menu/menu.tsx'
import { locale, t, type WordId } from '#words/words.ts'
import { laterTimes, localValue, type LaterTime } from './later-times.ts'

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

function TimeQuestion({
  onClose,
  onChoose,
}: {
  readonly onClose: () => void
  readonly onChoose: (date: Date) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<WordId>()
  const choose = () => {
    const date = new Date(input.current!.value)
    if (Number.isNaN(date.getTime())) return setProblem('compose.no-time')
    if (date.getTime() <= Date.now()) return setProblem('compose.past-time')
    onClose()
    onChoose(date)
  }
  return (
    <Dialog
      title={t('compose.send-later')}
      onClose={onClose}
      onSubmit={choose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" class="button button-main">
            {t('compose.schedule')}
          </button>
        </>
      }
    >
      <label class="editor-time">
        {t('compose.when')}
        <input
          ref={input}
          class="field"
          type="datetime-local"
          autofocus
          min={localValue(new Date())}
          defaultValue={localValue(laterTimes(new Date())[0]?.date ?? new Date())}
          aria-invalid={problem !== undefined}
        />
      </label>
      {problem && <p role="alert">{t(problem)}</p>}
    </Dialog>
  )
}
