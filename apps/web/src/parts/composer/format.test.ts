import { expect, test } from 'vitest'
import { fence, toggleLines } from './format-lines.ts'
import * as format from './format.ts'

/** Reads `[` and `]` as the ends of the selection, `|` as the cursor. */
function written(marked: string): format.Written {
  const text = marked.replace(/[[\]|]/g, '')
  const cursor = marked.indexOf('|')
  return cursor >= 0
    ? { text, start: cursor, end: cursor }
    : { text, start: marked.indexOf('['), end: marked.indexOf(']') - 1 }
}

function shown(before: format.Written, edit: format.Edit | undefined): string | undefined {
  if (!edit) return undefined
  const text = format.applied(before, edit)
  const { start, end } = edit
  if (start === end) return `${text.slice(0, start)}|${text.slice(start)}`
  return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`
}

const after = (marked: string, change: (written: format.Written) => format.Edit | undefined) =>
  shown(written(marked), change(written(marked)))

test.each([
  ['Warm [grey]', 'Warm **[grey]**'],
  ['Warm **[grey]**', 'Warm [grey]'],
  ['Warm [**grey**]', 'Warm [grey]'],
  ['Warm[ grey ]paper', 'Warm **[grey]** paper'],
  ['Warm |', 'Warm **|**'],
  ['*[grey]*', '***[grey]***'],
])('bold: %s becomes %s', (before, expected) => {
  expect(after(before, (text) => format.toggleMark(text, '**'))).toBe(expected)
})

test.each([
  ['Warm [grey]', 'Warm *[grey]*'],
  ['Warm *[grey]*', 'Warm [grey]'],
  ['**[grey]**', '***[grey]***'],
  ['***[grey]***', '**[grey]**'],
])('italic: %s becomes %s', (before, expected) => {
  expect(after(before, (text) => format.toggleMark(text, '*'))).toBe(expected)
})

test.each([
  ['call [f()]', 'call `[f()]`'],
  ['[a\nb]', '[```\na\nb\n```]'],
  ['[```\na\nb\n```]', '[a\nb]'],
])('code: %j becomes %j', (before, expected) => {
  expect(after(before, format.toggleCode)).toBe(expected)
})

test.each([
  ['quote', 'a\n[b\nc]', 'a\n[> b\n> c]'],
  ['quote', '[> b\n> c]', '[b\nc]'],
  ['bullets', 'b|', '* b|'],
  ['numbers', '[b\n* c]', '[1. b\n2. c]'],
  ['numbers', '[1. b\n2. c]', '[b\nc]'],
] as const)('%s: %j becomes %j', (kind, before, expected) => {
  expect(after(before, (text) => toggleLines(text, kind))).toBe(expected)
})

test('a spoiler holds the selected lines', () => {
  expect(after('a\n[b]', (text) => fence(text, 'spoiler'))).toBe('a\n```spoiler\n[b]\n```')
})

test('a selection becomes a link, with its address to be written', () => {
  const before = { text: 'see here', start: 4, end: 8 }
  const edit = format.linked(before)
  expect(format.applied(before, edit)).toBe('see [here](https://)')
  expect([edit.start, edit.end]).toEqual([11, 19])
})

test('an address on a selection links it, and brackets in it stay brackets', () => {
  const before = { text: 'a[1]', start: 0, end: 4 }
  const edit = format.linked(before, 'https://example.com')
  expect(format.applied(before, edit)).toBe(String.raw`[a\[1\]](https://example.com)`)
})

test.each([
  ['* a|', '* a\n* |'],
  ['  - a|', '  - a\n  - |'],
  ['9. a|', '9. a\n10. |'],
  ['> a|', '> a\n> |'],
  ['* a\n* |', '* a\n|'],
  ['1. a|b', '1. a\n2. |b'],
  ['plain|', undefined],
  ['```\n* a|', undefined],
])('a new line in %j makes %j', (before, expected) => {
  expect(after(before, format.nextLine)).toBe(expected)
})

test.each([
  ['1. a\n2. 2. |', '1. a\n2. |'],
  ['- a\n- - |', '- a\n- |'],
  ['  * a\n  * * |b', '  * a\n  * |b'],
])('a mark of an item that is typed twice stands once: %j', (before, expected) => {
  expect(after(before, format.withoutSecondMark)).toBe(expected)
})

test.each(['2. 2. |', 'a\n- - |', '1. a\n2. 3. |', '```\n- a\n- - |'])('%j stays', (before) => {
  expect(after(before, format.withoutSecondMark)).toBeUndefined()
})

test('a block stands on lines of its own', () => {
  expect(after('a|b', (text) => format.placed(text, '| x |', { isBlock: true }))).toBe('a\n| x |\n|b')
})
