import { mkdirSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { gridBuckets, gridFile } from '@tagma/importers/rocket-chat/rocket-chat-files.ts'
import { collectionFile } from '@tagma/importers/rocket-chat/rocket-chat-rows.ts'
import { Binary } from 'bson'
import { bsonDocuments } from './bson-documents.ts'
import type { ImportFolder } from './import-folder.ts'

/**
 * Puts the files of GridFS together from their pieces, below `into`, under the names that the reader asks for. Pieces come
 * in any order: each is written at its place. Throws an `ImportProblem` for a piece without a place.
 */
export async function unpackGridFiles(
  { files, pathOf }: Pick<ImportFolder, 'files' | 'pathOf'>,
  into: string,
  progress: (files: number) => void,
): Promise<void> {
  const seen = new Set<string>()
  for (const bucket of gridBuckets) {
    const sizes = await chunkSizes(files, pathOf, bucket)
    const name = collectionFile(files, `${bucket}.chunks`)
    if (name === undefined) continue
    let last: { readonly path: string; readonly handle: FileHandle } | undefined
    try {
      for await (const { files_id, n, data } of bsonDocuments(pathOf(name), name)) {
        const id = String(files_id)
        if (typeof n !== 'number' || n < 0 || !Number.isInteger(n) || !(data instanceof Binary))
          throw new ImportProblem(`${name}: a piece of ${id} has no number or no bytes.`)
        const path = join(into, gridFile(bucket, id))
        if (last?.path !== path) {
          await last?.handle.close()
          mkdirSync(dirname(path), { recursive: true })
          // Creates it, or opens it where earlier pieces are.
          last = { path, handle: await open(path, seen.has(path) ? 'r+' : 'w') }
          if (!seen.has(path)) progress(seen.add(path).size)
        }
        const place = n * (sizes.get(id) ?? usualPiece)
        if (place > largestFile) throw new ImportProblem(`${name}: ${id} has more than ${largestFile} bytes.`)
        await last.handle.write(data.buffer.subarray(0, data.position), 0, data.position, place)
      }
    } finally {
      await last?.handle.close()
    }
  }
}

/** A forged number of a piece would make a file of any size. */
const largestFile = 4 * 1024 ** 3

/** Bytes of a piece where nothing else is said. */
const usualPiece = 255 * 1024
/** Pieces of this size would make a file larger than any disk by their numbers. */
const largestPiece = 16 * 1024 * 1024

async function chunkSizes(
  files: ImportFolder['files'],
  pathOf: ImportFolder['pathOf'],
  bucket: string,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const name = collectionFile(files, `${bucket}.files`)
  if (name === undefined) return sizes
  for await (const { _id, chunkSize } of bsonDocuments(pathOf(name), name)) {
    if (typeof chunkSize !== 'number' || chunkSize <= 0 || chunkSize > largestPiece)
      throw new ImportProblem(`${name}: ${String(_id)} has no size of its pieces.`)
    sizes.set(String(_id), chunkSize)
  }
  return sizes
}
