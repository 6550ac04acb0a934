import { documentsOf, type Files } from '../files.ts'
import type { Row } from '../rows.ts'

/** Returns the file with a collection, which may be packed by gzip: `mongodump` writes one for each. */
export function collectionFile(files: Files, name: string): string | undefined {
  const endings = [`${name}.bson`, `${name}.bson.gz`]
  return files.names
    .filter((path) => endings.includes(path.split('/').at(-1) ?? ''))
    .toSorted((a, b) => a.length - b.length)[0]
}

/** Yields the documents of a collection; without its file, none. */
export async function* rowsOfCollection(files: Files, name: string): AsyncGenerator<Row> {
  const file = collectionFile(files, name)
  if (file !== undefined) yield* documentsOf(files, file)
}

/** Returns a time in UNIX seconds, or undefined. */
export function timeIn(row: Row, column: string): number | undefined {
  const value = row[column]
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(at) ? at / 1000 : undefined
}
