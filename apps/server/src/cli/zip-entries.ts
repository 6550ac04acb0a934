import { statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { mostEntries, mostUnpacked } from '#areas/imports/tar-entries.ts'

interface ZipEntry {
  readonly name: string
  readonly isFolder: boolean
  readonly size: number
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Kinds of files by the rights that systems of Unix write beside them. */
const [kindMask, folderKind, fileKind] = [0o170000, 0o040000, 0o100000]
const unixSystem = 3

/**
 * Yields the entries of a ZIP. All of them are looked at before the first is read. Throws an `ImportProblem` for what is
 * no whole ZIP, has something else than files and folders, or unpacks to more than a hundred times its size.
 */
export async function* zipEntries(path: string): AsyncGenerator<ZipEntry> {
  const { size } = statSync(path)
  let zip: ZipFile | undefined
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false })
    if (zip.entryCount > mostEntries) throw new ImportProblem(`${path} has more than ${mostEntries} entries.`)
    const entries: { name: string; entry: Entry }[] = []
    let [packed, unpacked] = [0, 0]
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      requirePlain(entry, name, path)
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      // Entries that share their bytes are how a small file fills a disk.
      if (packed > size) throw new ImportProblem(`${path} has entries that lie on each other.`)
      if (unpacked > mostUnpacked(size))
        throw new ImportProblem(`${path} unpacks to more than a hundred times its size.`)
      entries.push({ name, entry })
    }
    for (const { name, entry } of entries) {
      const isFolder = name.endsWith('/')
      yield {
        name,
        isFolder,
        size: entry.uncompressedSize,
        bytes: isFolder ? nothing() : bytesOf(zip, entry, name, path),
      }
    }
  } catch (error) {
    throw problemOf(error, path)
  } finally {
    zip?.close()
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Programs write names in UTF-8 without saying so. Older ones write them in the letters of DOS. */
function nameOf(entry: Entry): string {
  const bytes = entry.fileName as unknown as Buffer
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, bytes, entry.extraFields, true)
  }
}

function requirePlain(entry: Entry, name: string, path: string): void {
  if (entry.isEncrypted())
    throw new ImportProblem(
      `${name} in ${path} is encrypted. Unpack it with its password, and give the folder.`,
    )
  if (!entry.canDecodeFileData())
    throw new ImportProblem(
      `${name} in ${path} is packed in a way that is not known. Unpack it, and give the folder.`,
    )
  const kind = entry.versionMadeBy >>> 8 === unixSystem ? (entry.externalFileAttributes >>> 16) & kindMask : 0
  if (kind !== 0 && kind !== fileKind && kind !== folderKind)
    throw new ImportProblem(`${name} in ${path} is neither a file nor a folder. Links are not followed.`)
}

async function* bytesOf(zip: ZipFile, entry: Entry, name: string, path: string): AsyncGenerator<Uint8Array> {
  let sum = 0
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    throw problemOf(error, path)
  }
  if (sum !== entry.crc32) throw new ImportProblem(`${name} in ${path} is damaged: its checksum differs.`)
}

/** Errors of the disk stay; whatever else the library complains about, the archive is not as it was written. */
const problemOf = (error: unknown, path: string): unknown =>
  error instanceof ImportProblem || (error instanceof Error && 'syscall' in error)
    ? error
    : new ImportProblem(`${path} is no whole ZIP: ${error instanceof Error ? error.message : String(error)}`)
