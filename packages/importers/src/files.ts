import { ImportProblem } from './import-problem.ts'
import { isRow } from './rows.ts'

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
