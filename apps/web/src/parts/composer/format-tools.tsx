import {
  Bold,
  Code,
  Ellipsis,
  Eye,
  Italic,
  Link,
  Maximize2,
  Minimize2,
  TextQuote,
  Video,
  type IconNode,
} from 'lucide'
import type { ComponentChildren, RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { IconButton } from '#parts/icon-button.tsx'
import { later } from '#parts/lazy.tsx'
import { MenuButton } from '#parts/menu/menu-button.tsx'
import type { MenuEntry } from '#parts/menu/menu.tsx'
import { useNarrow } from '#parts/use-narrow.ts'
import { t, type WordId } from '#words/words.ts'
import type { Command } from './keys.ts'

interface FormatToolsProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly run: (command: Command) => void
  readonly isTall: boolean
  /** Whether the text becomes a message, which can be a poll or a to-do list. */
  readonly isNew: boolean
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

const moreFormatting = later(() => import('./more-formats.ts'))

/** The buttons that format a text. Those for which there is no room in one row are in the menu. */
export function FormatTools({ box, run, isTall, isNew, tools }: FormatToolsProps) {
  const isNarrow = useNarrow()
  const format = useRef<HTMLSpanElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const first = commands.map(([command, icon, id, keys]) => ({
    label: t(id),
    icon,
    keys,
    onChoose: () => run(command),
  }))
  const entries = async (): Promise<readonly MenuEntry[]> => [
    ...toolsWithoutRoom(bar.current!),
    ...first.filter((_, at) => format.current?.children[at]?.checkVisibility() !== true),
    ...((await moreFormatting.get().catch(() => undefined))?.moreFormats(box, isNew) ?? []),
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
