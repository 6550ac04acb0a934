import type { BlockRule, Parser } from './block-parser.ts'
import { append, element, type Block } from './block.ts'

const indent = '  '
const bullet = /^ ?[*+-] +(.*)/
const number = /^ ?(\d+)\. +(.*)/
const indentedMarker = /^ {2,3}(?:\d+\.|[*+-]) +/

/**
 * Bulleted and numbered lists. Items nest by two spaces. A blank line between items makes a loose list: from the item
 * before the blank line on, all items hold paragraphs. A numbered list keeps its first number as `start`.
 */
export const parseList: BlockRule = (parent, pieces, _, parser) => {
  const text = pieces[0] as string
  const tag = number.test(text) ? 'ol' : bullet.test(text) ? 'ul' : null
  if (tag === null) return false
  pieces.shift()
  const { items, start } = splitItems(text, tag)
  const list = continuedList(parent, tag, items, parser) ?? newList(parent, tag, start)
  for (const item of items) {
    const last = list.children.at(-1)
    if (item.startsWith(indent) && last !== undefined) parser.parse(last, [item], 'list')
    else parser.parse(append(list, element('li')), [item], 'list')
  }
  return true
}

function newList(parent: Block, tag: string, start: string): Block {
  if (isList(parent)) return parent
  return append(parent, element(tag, '', tag === 'ul' || start === '1' ? '' : ` start="${start}"`))
}

/**
 * Returns the list that these items continue after a blank line, with the first of them added to it. Null for a new
 * list.
 */
function continuedList(parent: Block, tag: string, items: string[], parser: Parser): Block | null {
  const list = parent.children.at(-1)
  if (list?.tag !== tag) return null
  const previous = list.children.at(-1)
  if (previous !== undefined) {
    loosen(previous)
    const last = previous.children.at(-1)
    if (last !== undefined && last.tail !== '') {
      append(previous, element('p', last.tail.trimStart()))
      last.tail = ''
    }
  }
  parser.parse(append(list, element('li')), [items.shift() ?? ''], 'loose-list')
  return list
}

/** Moves the text of an item into a paragraph, because the item now has other paragraphs. */
function loosen(item: Block): void {
  if (item.text === '') return
  item.children.unshift(element('p', item.text))
  item.text = ''
}

/**
 * Splits a block into items: the text after each marker. An item that is still indented belongs to a list inside the
 * item before.
 */
function splitItems(text: string, tag: 'ol' | 'ul'): { items: string[]; start: string } {
  const items: string[][] = []
  let start = '1'
  for (const line of text.split('\n')) {
    const match = (tag === 'ol' ? number : bullet).exec(line)
    const current = items.at(-1)
    if (match !== null) {
      if (current === undefined && tag === 'ol') start = String(BigInt(match[1]!.slice(0, 15)))
      items.push([tag === 'ol' ? match[2]! : match[1]!])
    } else if (indentedMarker.test(line) && current?.[0]?.startsWith(indent) !== true) {
      items.push([line])
    } else {
      current?.push(line)
    }
  }
  return { items: items.map((lines) => lines.join('\n')), start }
}

function isList(block: Block): boolean {
  return block.tag === 'ul' || block.tag === 'ol'
}

/** Adds indented text after a list (or inside an item) to the item that its indentation names. */
export const parseIndentedItem: BlockRule = (parent, pieces, mode, parser) => {
  const text = pieces[0] as string
  if (!text.startsWith(indent) || mode === 'detabbed') return false
  const previous = parent.children.at(-1)
  if (parent.tag !== 'li' && (previous === undefined || !isList(previous))) return false
  pieces.shift()
  const { level, target } = findLevel(parent, text, mode === 'list' ? 1 : 0)
  const content = dedent(text, indent.repeat(level))
  const last = target.children.at(-1)
  if (parent.tag === 'li') {
    const nested = parent.children.at(-1)
    parser.parse(nested !== undefined && isList(nested) ? nested : parent, [content], 'detabbed')
  } else if (target.tag === 'li') {
    parser.parse(target, [content], 'detabbed')
  } else if (last?.tag === 'li') {
    loosen(last)
    parser.parseText(last, content, 'detabbed')
  } else {
    parser.parse(append(target, element('li')), [content], 'detabbed')
  }
  return true
}

/**
 * Returns the number of levels of lists and items that the indentation of the text leads into, and the innermost of
 * them.
 */
function findLevel(parent: Block, text: string, from: number): { level: number; target: Block } {
  const wanted = Math.floor(/^ */.exec(text)![0].length / indent.length)
  let level = from
  let target = parent
  while (wanted > level) {
    const child = target.children.at(-1)
    if (child === undefined || (!isList(child) && child.tag !== 'li')) break
    if (isList(child)) level++
    target = child
  }
  return { level, target }
}

/** Returns the item at the end of `parent` that a block with this indentation belongs to, or `parent` itself. */
export function itemAt(parent: Block, columns: number): Block {
  let target = parent
  for (let level = Math.floor(columns / indent.length); level > 0; level--) {
    const list = target.children.at(-1)
    const item = list !== undefined && isList(list) ? list.children.at(-1) : undefined
    if (item === undefined) break
    target = item
  }
  return target
}

function dedent(text: string, prefix: string): string {
  if (prefix === '') return text
  return text
    .split('\n')
    .map((line) => (line.startsWith(prefix) ? line.slice(prefix.length) : line))
    .join('\n')
}

const listLine = /^ *(?:([*+-])|\d\.) +/

/** Inserts a blank line before a list that directly follows another line. Authors need not write one. */
export function separateLists(text: string): string {
  if (!/^ *(?:[*+-]|\d\.) /m.test(text)) return text
  const lines: string[] = []
  let before: RegExpExecArray | null = null
  for (const line of text.split('\n')) {
    const item = listLine.exec(line)
    const previous = lines.at(-1)
    const sameKind = before !== null && item !== null && (before[1] === undefined) === (item[1] === undefined)
    if (item !== null && previous !== undefined && previous !== '' && !sameKind) lines.push('')
    lines.push(line)
    before = item
  }
  return lines.join('\n')
}
