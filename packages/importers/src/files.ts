import { ImportProblem } from './import-problem.ts'
import { isRow, listIn, type Row } from './rows.ts'

/** The files of an archive, by their paths in it. */
export interface Files {
  readonly names: readonly string[]
  /** Returns the bytes of a file; undefined without a file of that name. */
  size(name: string): number | undefined
  /** Parses a file of JSON. Throws an `ImportProblem` that names the file if it is missing, too large or no JSON. */
  json(name: string): Promise<unknown>
  /**
   * Parses a file of JSON that is an object of lists, and yields one element after another: the file may be larger than
   * the memory. Absent where files are small.
   */
  elements?(name: string): AsyncIterable<ListElement>
  /**
   * Parses a file of JSON that is an object, and yields what is in its lists and objects. Values that are neither are left
   * out. Absent where files are small.
   */
  members?(name: string): AsyncIterable<Member>
  /** Parses a file of JSON that is a list, and yields its elements. Absent where files are small. */
  items?(name: string): AsyncIterable<unknown>
  /** Yields the lines of a file that are not empty. Throws an `ImportProblem` for a line without an end. */
  lines?(name: string): AsyncIterable<NumberedLine>
  /**
   * Yields the rows of a CSV by the names in its first row, in small letters. Throws an `ImportProblem` that names the
   * line of what is no CSV.
   */
  table?(name: string): AsyncIterable<NumberedRow>
  /**
   * Yields the documents of a file of BSON, packed by gzip or not: ids as text, times as ISO 8601, without bytes. Throws an
   * `ImportProblem` that names the document that is no BSON.
   */
  documents?(name: string): AsyncIterable<Row>
}

/** A line of a file; the first one has number 1. */
export interface NumberedLine {
  readonly number: number
  readonly text: string
}

/** A row of a CSV, with the line that it ends on. */
export interface NumberedRow {
  readonly number: number
  readonly row: Readonly<Record<string, string>>
}

/** A value of a list or object in an object, under its name. */
export type Member = readonly [parent: string, key: string | number, value: unknown]

/** Yields what is in the lists and objects of a file of JSON. Throws an `ImportProblem` if it is no object. */
export async function* membersOf(files: Files, name: string): AsyncGenerator<Member> {
  if (files.members) yield* files.members(name)
  else yield* objectMembers(name, await files.json(name))
}

/** Yields what is in the lists and objects of an object. */
export function* objectMembers(name: string, value: unknown): Generator<Member> {
  if (!isRow(value)) throw new ImportProblem(`${name} is no object.`)
  for (const [parent, inner] of Object.entries(value))
    if (Array.isArray(inner))
      for (const [index, element] of (inner as readonly unknown[]).entries()) yield [parent, index, element]
    else if (isRow(inner)) for (const [key, element] of Object.entries(inner)) yield [parent, key, element]
}

/** An element of a list in an object, under the list's name. */
export type ListElement = readonly [list: string, element: unknown]

/** Yields the elements of all lists in a file of JSON. Throws an `ImportProblem` if it is no object of lists. */
export async function* elementsOf(files: Files, name: string): AsyncGenerator<ListElement> {
  if (files.elements) {
    yield* files.elements(name)
    return
  }
  yield* listElements(name, await files.json(name))
}

/** Yields the elements of all lists in an object. Throws an `ImportProblem` if it is no object of lists. */
export function* listElements(name: string, value: unknown): Generator<ListElement> {
  if (!isRow(value)) throw new ImportProblem(`${name} has no tables: an object was expected.`)
  for (const [list, elements] of Object.entries(value)) {
    if (!Array.isArray(elements)) throw new ImportProblem(`${name}: ${list} is no list of rows.`)
    for (const element of elements as readonly unknown[]) yield [list, element]
  }
}

/** Yields the rows of a file of JSON that is a list of objects. Throws an `ImportProblem` for anything else. */
export async function* itemsOf(files: Files, name: string): AsyncGenerator<Row> {
  if (!files.items) {
    yield* listIn(name, await files.json(name))
    return
  }
  let number = 0
  for await (const item of files.items(name)) {
    number++
    if (!isRow(item)) throw new ImportProblem(`${name}: row ${number} is no object.`)
    yield item
  }
}

/** Yields the lines of a file that are not empty. */
export const linesOf = (files: Files, name: string): AsyncIterable<NumberedLine> =>
  required(files.lines)(name)

/** Yields the rows of a CSV. */
export const tableOf = (files: Files, name: string): AsyncIterable<NumberedRow> => required(files.table)(name)

/** Yields the documents of a file of BSON. */
export const documentsOf = (files: Files, name: string): AsyncIterable<Row> => required(files.documents)(name)

function required<T>(reading: T | undefined): T {
  if (reading === undefined) throw new Error('These files cannot be read line by line.')
  return reading
}
