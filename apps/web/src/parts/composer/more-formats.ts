import {
  ChartBarBig,
  Clock,
  EyeOff,
  type IconNode,
  List,
  ListOrdered,
  ListTodo,
  Quote,
  Sigma,
  Strikethrough,
  Table,
} from 'lucide'
import type { RefObject } from 'preact'
import type { MenuEntry } from '#parts/menu/menu.tsx'
import { t, type WordId } from '#words/words.ts'
import { fence, toggleLines } from './format-lines.ts'
import { type Edit, placed, toggleMark, type Written } from './format.ts'
import { apply, writtenIn } from './written.ts'

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

/** Forms of a whole message. */
const widgets: typeof further = [
  ['compose.poll', ChartBarBig, (written) => begunWith(written, '/poll ')],
  ['compose.todo', ListTodo, (written) => begunWith(written, '/todo ')],
]

/** Returns entries for the formats that have no button, and for polls and to-do lists where a message begins. */
export const moreFormats = (box: RefObject<HTMLTextAreaElement | null>, isNew: boolean): MenuEntry[] =>
  [...further, ...(isNew ? widgets : [])].map(([id, icon, edit]) => ({
    label: t(id),
    icon,
    turns: icon === Quote || icon === List,
    onChoose: () => apply(box.current!, edit(writtenIn(box.current!))),
  }))

/** Puts a word in front of the whole text, in place of another such word. */
function begunWith({ text, start, end }: Written, word: string): Edit {
  const to = /^\/(?:poll|todo) /.exec(text)?.[0].length ?? 0
  const after = (place: number) => word.length + Math.max(0, place - to)
  return { from: 0, to, insert: word, start: after(start), end: after(end) }
}

/** Returns the next full hour with its zone, as messages hold it: `2026-11-22T15:00+01:00`. */
function nextHour(now: Date): string {
  const minutes = -now.getTimezoneOffset()
  const shifted = new Date(Math.ceil(now.getTime() / 3_600_000) * 3_600_000 + minutes * 60_000)
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0')
  return `${shifted.toISOString().slice(0, 16)}${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(Math.abs(minutes) % 60)}`
}
