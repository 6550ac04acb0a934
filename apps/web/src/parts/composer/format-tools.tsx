import {
  Bold,
  Clock,
  Code,
  Ellipsis,
  Eye,
  EyeOff,
  Italic,
  Link,
  List,
  ListOrdered,
  Maximize2,
  Minimize2,
  Quote,
  Sigma,
  Strikethrough,
  Table,
  TextQuote,
  Video,
  type IconNode,
} from 'lucide'
import type { ComponentChildren, RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { IconButton } from '#parts/icon-button.tsx'
import { MenuButton } from '#parts/menu/menu-button.tsx'
import type { MenuEntry } from '#parts/menu/menu.tsx'
import { useNarrow } from '#parts/use-narrow.ts'
import { t, type WordId } from '#words/words.ts'
import { fence, placed, toggleLines, toggleMark, type Edit, type Written } from './format.ts'
import type { Command } from './keys.ts'
import { apply, writtenIn } from './written.ts'

interface FormatToolsProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly run: (command: Command) => void
  readonly isTall: boolean
  readonly tools: ComponentChildren
}

const commands: readonly (readonly [Command, IconNode, WordId, string])[] = [
  ['bold', Bold, 'compose.bold', 'Ctrl+B'],
  ['italic', Italic, 'compose.italic', 'Ctrl+I'],
  ['link', Link, 'compose.link', 'Ctrl+Shift+L'],
  ['code', Code, 'compose.code', 'Ctrl+E'],
]

/** Tools that leave the row where it is short. */
const hideable: readonly (readonly [string, IconNode])[] = [
  ['.editor-call', Video],
  ['.editor-snippets', TextQuote],
  ['.editor-look', Eye],
]

const tableStart = '| | |\n| --- | --- |\n| | |'

const further: readonly (readonly [WordId, IconNode, (written: Written) => Edit])[] = [
  ['compose.strike', Strikethrough, (written) => toggleMark(written, '~~')],
  ['compose.bullets', List, (written) => toggleLines(written, 'bullets')],
  ['compose.numbers', ListOrdered, (written) => toggleLines(written, 'numbers')],
  ['compose.quote', Quote, (written) => toggleLines(written, 'quote')],
  ['compose.spoiler', EyeOff, (written) => fence(written, 'spoiler')],
  ['compose.math', Sigma, (written) => toggleMark(written, '$$')],
  ['compose.table', Table, (written) => placed(written, tableStart, { isBlock: true })],
  ['compose.time', Clock, (written) => placed(written, `<time:${nextHour(new Date())}>`)],
]

/** The buttons that format a text. Those for which there is no room in one row are in the menu. */
export function FormatTools({ box, run, isTall, tools }: FormatToolsProps) {
  const isNarrow = useNarrow()
  const format = useRef<HTMLSpanElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const first = commands.map(([command, icon, id, keys]) => ({
    label: t(id),
    icon,
    keys,
    onChoose: () => run(command),
  }))
  const entries = (): readonly MenuEntry[] => [
    ...toolsWithoutRoom(bar.current!),
    ...first.filter((_, at) => format.current?.children[at]?.checkVisibility() !== true),
    ...further.map(([id, icon, edit]) => ({
      label: t(id),
      icon,
      turns: icon === Quote || icon === List,
      onChoose: () => apply(box.current!, edit(writtenIn(box.current!))),
    })),
    'line',
    {
      label: isTall ? t('compose.less-height') : t('compose.full-height'),
      icon: isTall ? Minimize2 : Maximize2,
      keys: 'Ctrl+Shift+F',
      onChoose: () => run('full height'),
    },
  ]
  return (
    <div ref={bar} class="editor-tools" role="toolbar" aria-label={t('compose.formatting')}>
      {!isNarrow && (
        <span ref={format} class="editor-format">
          {first.map(({ label, icon, keys, onChoose }) => (
            <IconButton key={label} icon={icon} label={label} tip={`${label} (${keys})`} onClick={onChoose} />
          ))}
        </span>
      )}
      {tools}
      <MenuButton label={t('compose.more-formatting')} icon={Ellipsis} entries={entries} />
    </div>
  )
}

/** Returns entries for the buttons that the row has no room for. */
function toolsWithoutRoom(bar: HTMLElement): MenuEntry[] {
  const entries = hideable.flatMap(([selector, icon]) => {
    const button = bar.querySelector<HTMLElement>(selector)
    if (!button || button.checkVisibility()) return []
    return [{ label: button.ariaLabel!, icon, turns: icon === TextQuote, onChoose: () => button.click() }]
  })
  return entries.length > 0 ? [...entries, 'line'] : []
}

/** Returns the next full hour with its zone, as messages hold it: `2026-11-22T15:00+01:00`. */
function nextHour(now: Date): string {
  const minutes = -now.getTimezoneOffset()
  const shifted = new Date(Math.ceil(now.getTime() / 3_600_000) * 3_600_000 + minutes * 60_000)
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0')
  return `${shifted.toISOString().slice(0, 16)}${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(Math.abs(minutes) % 60)}`
}
