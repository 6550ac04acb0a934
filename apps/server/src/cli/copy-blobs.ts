import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '#ports/blob-store.ts'
import type { Scratch } from '#ports/scratch.ts'

/** Files that were copied and read back before, by their keys, with their sizes in bytes. */
export interface CopyJournal {
  readonly done: ReadonlyMap<string, number>
  /** Writes down that a file was copied and read back. */
  note(key: string, size: number): Promise<void>
}

export interface CopyReport {
  readonly copied: number
  /** Files that were there already: noted in the journal, or equal by their hashes. */
  readonly present: number
  /** Files that were deleted while they were copied. */
  readonly gone: number
  /** Bytes that were copied. */
  readonly bytes: number
}

/** Thrown if a file that was read back is not what was copied. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers'
}

/**
 * Copies all files from one store to another, one after another, and reads each back: it is done when both hashes are the
 * same. What is there already is not copied again. The content of a key never changes, so both stores may be in use. Throws
 * `CopyDiffers`, and whatever a store throws.
 */
export async function copyBlobs(
  { from, to, scratch }: { readonly from: BlobStore; readonly to: BlobStore; readonly scratch: Scratch },
  journal: CopyJournal,
  show: (files: number) => void = () => {},
): Promise<CopyReport> {
  const report = { copied: 0, present: 0, gone: 0, bytes: 0 }
  for await (const { key, size } of from.list()) {
    show(report.copied + report.present + report.gone)
    const there = await to.size(key)
    if (there === size && journal.done.get(key) === size) {
      report.present++
      continue
    }
    await using folder = await scratch.folder()
    const path = join(folder.path, 'file')
    const hash = await save(from.open(key), path).catch(async (error: unknown) => {
      if ((await from.size(key)) === undefined) return undefined
      throw error
    })
    if (hash === undefined) {
      report.gone++
      continue
    }
    if (there === size && (await hashOf(to.open(key))) === hash) {
      report.present++
    } else {
      await to.putFile(key, path)
      if ((await hashOf(to.open(key))) !== hash)
        throw new CopyDiffers(
          `${key} differs when it is read back. Nothing was deleted; run the command again.`,
        )
      report.copied++
      report.bytes += size
    }
    await journal.note(key, size)
  }
  return report
}

/** Writes a stream into a file; returns its SHA-256. */
async function save(source: Readable, path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path),
  )
  return hash.digest('hex')
}

async function hashOf(source: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
