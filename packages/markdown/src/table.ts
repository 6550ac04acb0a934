import type { BlockRule } from './block-parser.ts'
import { append, element, type Block } from './block.ts'

/** A larger table stays text. Short rows are filled up, so few characters could otherwise make very many cells. */
const maxCells = 20_000

/**
 * A table: a row of headings, a row of dashes with colons for the alignment, and rows of cells, divided by `|`. It must
 * begin a block. Every row gets as many cells as there are headings. Bars in code and `\|` do not divide cells.
 */
export const parseTable: BlockRule = (parent, pieces) => {
  const text = pieces[0] as string
  if (!text.includes('|')) return false
  const rows = text.split('\n').map((row) => row.replace(/^ +/, '').trimEnd())
  const [first, second, ...rest] = rows
  if (first === undefined || second === undefined) return false
  const bordered = first.startsWith('|')
  const headings = splitRow(first, bordered)
  const separators = splitRow(second, bordered)
  if (headings.length < 2 && !(bordered && rows.every((row) => row.includes('|')))) return false
  if (separators.length !== headings.length || !separators.every(isSeparator)) return false
  if (headings.length * rows.length > maxCells) return false
  pieces.shift()
  const styles = separators.map(alignment)
  const table = append(parent, element('table'))
  addRow(append(table, element('thead')), 'th', headings, styles)
  const body = append(table, element('tbody'))
  for (const row of rest.length === 0 ? [''] : rest) addRow(body, 'td', splitRow(row, bordered), styles)
  return true
}

function addRow(parent: Block, tag: 'th' | 'td', cells: readonly string[], styles: readonly string[]): void {
  const row = append(parent, element('tr'))
  styles.forEach((style, column) => append(row, element(tag, cells[column] ?? '', style)))
}

function isSeparator(cell: string): boolean {
  return /^:?-+:?$|^$/.test(cell)
}

function alignment(separator: string): string {
  const left = separator.startsWith(':')
  const right = separator.length > 1 && separator.endsWith(':')
  const side = left && right ? 'center' : left ? 'left' : right ? 'right' : null
  return side === null ? '' : ` style="text-align: ${side};"`
}

/** Splits a row into cells. With a border, a bar at either end divides nothing. */
function splitRow(row: string, bordered: boolean): string[] {
  const cells: string[] = []
  const unclosed = new Set<number>()
  let cell = ''
  for (let position = bordered && row.startsWith('|') ? 1 : 0; position < row.length;) {
    const rest = row[position]!
    if (rest === '\\' && row[position + 1] === '|') {
      cell += '|'
      position += 2
    } else if (rest === '`') {
      const code = codeSpanAt(row, position, unclosed)
      cell += code
      position += code.length
    } else {
      if (rest === '|') {
        cells.push(cell.trim())
        cell = ''
      } else {
        cell += rest
      }
      position++
    }
  }
  if (cell !== '' || cells.length === 0 || !bordered) cells.push(cell.trim())
  return cells
}

/**
 * Returns the code span that begins at a run of backticks, or only the run. `unclosed` holds the lengths that are known
 * to have no end.
 */
function codeSpanAt(row: string, start: number, unclosed: Set<number>): string {
  let length = 1
  while (row[start + length] === '`') length++
  const run = '`'.repeat(length)
  if (unclosed.has(length)) return run
  for (let end = row.indexOf(run, start + length); end >= 0; end = row.indexOf(run, end)) {
    let after = end + length
    while (row[after] === '`') after++
    if (after - end === length) return row.slice(start, after)
    end = after
  }
  unclosed.add(length)
  return run
}
