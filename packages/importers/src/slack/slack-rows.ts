import { isRow, type Row, textIn } from '../rows.ts'

/** Returns the object in a column; without one, an empty object. */
export const rowIn = (row: Row, column: string): Row => {
  const value = row[column]
  return isRow(value) ? value : {}
}

/** Returns the objects of a list in a column. */
export const rowsIn = (row: Row, column: string): Row[] => {
  const value = row[column]
  return Array.isArray(value) ? value.filter(isRow) : []
}

/** Returns the texts of a list in a column. */
export const textsIn = (row: Row, column: string): string[] => {
  const value = row[column]
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
}

/** Returns the first column with a text in it; empty without one. */
export const firstText = (row: Row, ...columns: readonly string[]): string => {
  for (const column of columns) {
    const text = textIn(row, column).trim()
    if (text !== '') return text
  }
  return ''
}

/** Slack's times are texts of seconds with six digits behind the point. Returns microseconds; undefined for no time. */
export function microsecondsOf(ts: unknown): number | undefined {
  if (typeof ts !== 'string' && typeof ts !== 'number') return undefined
  const [, seconds, rest = ''] = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(String(ts)) ?? []
  if (seconds === undefined) return undefined
  return Number(seconds) * 1_000_000 + Number(rest.padEnd(6, '0').slice(0, 6))
}
