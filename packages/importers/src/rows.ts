import { ImportProblem } from './import-problem.ts'

/** A row of a foreign table: nothing of it is certain. */
export type Row = Readonly<Record<string, unknown>>

/** Parses rows of a table in a file; without the table, none. */
export function rowsOf(file: string, tables: unknown, table: string): Row[] {
  if (!isRow(tables)) throw new ImportProblem(`${file} has no tables: an object was expected.`)
  const rows = Object.hasOwn(tables, table) ? tables[table] : []
  if (!Array.isArray(rows)) throw new ImportProblem(`${file}: ${table} is no list of rows.`)
  for (const [index, row] of rows.entries())
    if (!isRow(row)) throw new ImportProblem(`${file}: row ${index + 1} of ${table} is no object.`)
  return rows as Row[]
}

/** Parses a file that is a list of rows. */
export function listIn(file: string, value: unknown): Row[] {
  return rowsOf(file, { [file]: value }, file)
}

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a positive whole number, or undefined. */
export function idIn(row: Row, column: string): number | undefined {
  const value = row[column]
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

export function numberIn(row: Row, column: string): number | undefined {
  const value = row[column]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Returns a text that every database takes: characters that are none become U+FFFD. */
export function textIn(row: Row, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? cleanText(value) : ''
}

export const cleanText = (text: string) => text.toWellFormed().replaceAll('\u0000', '\uFFFD')

export const flagIn = (row: Row, column: string, otherwise = false): boolean => {
  const value = row[column]
  return typeof value === 'boolean' ? value : otherwise
}

/** Null inherits. */
export const choiceIn = (row: Row, column: string): boolean | null => {
  const value = row[column]
  return typeof value === 'boolean' ? value : null
}

export function idsIn(row: Row, column: string): number[] {
  const value = row[column]
  return Array.isArray(value) ? value.filter((id): id is number => Number.isSafeInteger(id) && id > 0) : []
}

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
