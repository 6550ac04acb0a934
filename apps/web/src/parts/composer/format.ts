/** A text with a selection, in UTF-16 units as a textarea counts. */
export interface Written {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A change: `insert` takes the place of what stands from `from` to `to`. Then `start` to `end` is selected. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly start: number
  readonly end: number
}

/** The marks of Markdown that stand on both sides of a text. */
export type Mark = '**' | '*' | '~~' | '`' | '$$'

/** Returns the text after a change. */
export function applied({ text }: Pick<Written, 'text'>, { from, to, insert }: Edit): string {
  return text.slice(0, from) + insert + text.slice(to)
}

/** Sets marks around the selection, or takes them away where they are. Space at its ends stays outside of the marks. */
export function toggleMark({ text, start, end }: Written, mark: Mark): Edit {
  const selected = text.slice(start, end)
  const left = start + (selected.length - selected.trimStart().length)
  const right = selected.trim() === '' ? left : end - (selected.length - selected.trimEnd().length)
  const inner = text.slice(left, right)
  const { length } = mark
  const isInside = inner.length >= 2 * length && isMarked(inner, mark)
  if (isInside) return replacing(left, right, inner.slice(length, -length))
  const before = text.slice(0, left)
  const after = text.slice(right)
  if (isMarked(runAtEnd(before, mark) + inner + runAtStart(after, mark), mark) && before.endsWith(mark))
    return {
      from: left - length,
      to: right + length,
      insert: inner,
      start: left - length,
      end: left - length + inner.length,
    }
  return {
    from: left,
    to: right,
    insert: `${mark}${inner}${mark}`,
    start: left + length,
    end: left + length + inner.length,
  }
}

/** Returns all letters of a mark that stand at the end of a text. */
function runAtEnd(text: string, mark: Mark): string {
  let { length } = text
  while (length > 0 && text[length - 1] === mark[0]) length--
  return text.slice(length)
}

/** Returns all letters of a mark that stand at the start of a text. */
function runAtStart(text: string, mark: Mark): string {
  let length = 0
  while (length < text.length && text[length] === mark[0]) length++
  return text.slice(0, length)
}

/** Whether a text begins and ends with a mark. One star is no mark of its own beside another, but three are two marks. */
function isMarked(text: string, mark: Mark): boolean {
  if (!text.startsWith(mark) || !text.endsWith(mark)) return false
  if (mark !== '*') return true
  const stars = /^\*+/.exec(text)?.[0].length ?? 0
  return stars === 1 || stars === 3
}

/** Marks code: within a line by a backtick, a selection of several lines as a block. */
export function toggleCode(written: Written): Edit {
  const { text, start, end } = written
  if (!text.slice(start, end).includes('\n')) return toggleMark(written, '`')
  const { from, to } = linesOf(written)
  const lines = text.slice(from, to)
  const fenced = /^```[^\n]*\n([\s\S]*?)\n```$/.exec(lines)
  return replacing(from, to, fenced ? (fenced[1] ?? '') : `\`\`\`\n${lines}\n\`\`\``)
}

const addressPlaceholder = 'https://'

/** Makes the selection a link. Without an address, the address is selected, to be written. */
export function linked({ text, start, end }: Written, address = addressPlaceholder): Edit {
  const selected = text.slice(start, end)
  const label = selected.replace(/[[\]]/g, String.raw`\$&`)
  const insert = `[${label}](${address})`
  if (selected === '') return { from: start, to: end, insert, start: start + 1, end: start + 1 }
  const addressStart = start + label.length + 3
  return address === addressPlaceholder
    ? { from: start, to: end, insert, start: addressStart, end: addressStart + address.length }
    : { from: start, to: end, insert, start: start + insert.length, end: start + insert.length }
}

/** Puts a text in place of the selection, on lines of its own if it has several. */
export function placed({ text, start, end }: Written, insert: string, { isBlock = false } = {}): Edit {
  const before = isBlock && start > 0 && text[start - 1] !== '\n' ? '\n' : ''
  const after = isBlock && text[end] !== '\n' ? '\n' : ''
  const whole = `${before}${insert}${after}`
  return { from: start, to: end, insert: whole, start: start + whole.length, end: start + whole.length }
}

const item = /^(\s*)(?:([*+-])|(\d{1,9})([.)]))( +)(.*)$/
const quoteLine = /^(\s*(?:> ?)+)(.*)$/

/**
 * Returns what a new line in a list or a quote becomes: the next item. A new line in an empty item ends the list.
 * Undefined elsewhere: the textarea does it.
 */
export function nextLine({ text, start, end }: Written): Edit | undefined {
  if (start !== end || isInFence(text.slice(0, start))) return undefined
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const line = text.slice(lineStart, start)
  const [, indent = '', bullet, number, dot = '', space = '', rest = ''] = item.exec(line) ?? []
  const quote = quoteLine.exec(line)
  if (bullet === undefined && number === undefined && !quote) return undefined
  const content = quote ? (quote[2] ?? '') : rest
  const lineEnd = text.indexOf('\n', start)
  const isLineEmpty =
    content.trim() === '' && text.slice(start, lineEnd < 0 ? undefined : lineEnd).trim() === ''
  if (isLineEmpty) return { from: lineStart, to: start, insert: '', start: lineStart, end: lineStart }
  const next = quote ? (quote[1] ?? '') : `${indent}${bullet ?? `${Number(number) + 1}${dot}`}${space}`
  const cursor = start + 1 + next.length
  return { from: start, to: end, insert: `\n${next}`, start: cursor, end: cursor }
}

/**
 * Returns the change that takes away the mark of an item which somebody typed although the list went on by itself:
 * `2. 2. ` becomes `2. `. Undefined elsewhere.
 */
export function withoutSecondMark({ text, start, end }: Written): Edit | undefined {
  if (start !== end || isInFence(text.slice(0, start))) return undefined
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, Math.max(lineStart - 1, 0))
  const [, mark = ''] = /^\s*((?:[*+-]|\d{1,9}[.)]) )\1$/.exec(text.slice(lineStart, start)) ?? []
  if (mark === '' || !item.test(before)) return undefined
  const from = start - mark.length
  return { from, to: start, insert: '', start: from, end: from }
}

const isInFence = (before: string) => (before.match(/^ {0,3}(```|~~~)/gm)?.length ?? 0) % 2 === 1

/** Returns where the selected lines, or the line with the cursor, begin and end. */
export function linesOf({ text, start, end }: Written): { readonly from: number; readonly to: number } {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const after = text.indexOf('\n', end)
  return { from, to: after < 0 ? text.length : after }
}

/** Puts a text in place of another, and selects it. */
export const replacing = (from: number, to: number, insert: string): Edit => ({
  from,
  to,
  insert,
  start: from,
  end: from + insert.length,
})
