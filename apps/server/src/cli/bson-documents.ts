import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import type { Row } from '@tagma/importers/rows.ts'
import { Binary, deserialize, type Document, ObjectId } from 'bson'

/** MongoDB's own limit is 16 MiB; chunks of files are smaller. */
const largestDocument = 17 * 1024 * 1024
const deepestDocument = 64

/**
 * Yields the documents of a file that `mongodump` wrote, packed by gzip or not. `name` names it in problems. Throws an
 * `ImportProblem` for what is no BSON, is cut, or has a document that is too large.
 */
export async function* bsonDocuments(path: string, name: string): AsyncGenerator<Document> {
  const file = createReadStream(path)
  const source = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file
  let rest: Buffer = Buffer.alloc(0)
  let number = 1
  const broken = (why: string) => new ImportProblem(`${name}: document ${number} ${why}.`)
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      while (rest.length >= 4) {
        const length = rest.readInt32LE()
        if (length < 5) throw broken('is no BSON')
        if (length > largestDocument) throw broken(`has ${length} bytes; the most are ${largestDocument}`)
        if (rest.length < length) break
        yield parsed(rest.subarray(0, length), broken)
        rest = rest.subarray(length)
        number++
      }
    }
  } catch (error) {
    if (error instanceof ImportProblem) throw error
    throw new ImportProblem(
      `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
  if (rest.length > 0) throw broken('is cut off')
}

function parsed(bytes: Buffer, broken: (why: string) => ImportProblem): Document {
  try {
    return deserialize(bytes)
  } catch (error) {
    throw broken(`is no BSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Yields the documents as rows: ids as text, times as ISO 8601, without bytes. */
export async function* bsonRows(path: string, name: string): AsyncGenerator<Row> {
  for await (const document of bsonDocuments(path, name)) yield plain(document, name, 0) as Row
}

function plain(value: unknown, name: string, depth: number): unknown {
  if (depth > deepestDocument)
    throw new ImportProblem(`${name} has a document with more than ${deepestDocument} levels.`)
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof ObjectId) return value.toHexString()
  if (value instanceof Binary || value instanceof Uint8Array) return null
  if (Array.isArray(value)) return value.map((item) => plain(item, name, depth + 1))
  // Other values of BSON, such as regular expressions, have no use here and are shown by their texts.
  if ('_bsontype' in value) return JSON.stringify(value)
  const row = Object.create(null) as Record<string, unknown>
  for (const [key, inner] of Object.entries(value)) row[key] = plain(inner, name, depth + 1)
  return row
}
