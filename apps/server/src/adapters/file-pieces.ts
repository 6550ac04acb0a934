import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { whereMissing } from '#model/where-missing.ts'
import type { BlobPieces } from '#ports/blob-store.ts'
import { assertKey } from './blob-key.ts'

// No key has a plus sign. In the names of files, plus signs replace its slashes and begin the ending of a note.
const noteEnding = '+json'
/** Ending of a note that is being written. */
const halfEnding = '.part'
const isNote = (name: string) => name.endsWith(noteEnding)
/** Name of the bytes that the file of a note belongs to. */
const nameOfBytes = (name: string) => name.replace(/\+json(\.part)?$/, '')

/**
 * Blobs that arrive in pieces, in one folder: for each a file of its bytes, and one of its note. `putFile` makes a file a
 * blob.
 */
export function filePieces(
  folder: string,
  putFile: (key: string, path: string) => Promise<void>,
): BlobPieces {
  const pathOf = (key: string) => {
    assertKey(key)
    return join(folder, key.replaceAll('/', '+'))
  }
  const notePath = (key: string) => pathOf(key) + noteEnding
  /** Puts a note in place at once, so that nobody reads half of it. */
  const setNote = async (key: string, note: string) => {
    const path = notePath(key)
    await writeFile(path + halfEnding, note)
    await rename(path + halfEnding, path)
  }
  const names = async () => (await readdir(folder).catch(whereMissing)) ?? []

  return {
    async begin(key, note) {
      const path = pathOf(key)
      await mkdir(folder, { recursive: true })
      await writeFile(path, '', { flag: 'wx' })
      await setNote(key, note)
    },
    note: (key) => readFile(notePath(key), 'utf8').catch(whereMissing),
    setNote,
    size: async (key) => (await stat(pathOf(key)).catch(whereMissing))?.size,
    append: (key, bytes, most) => append(pathOf(key), bytes, most),
    // The file that is there already.
    localFile: async (key) => ({ path: pathOf(key), [Symbol.asyncDispose]: async () => {} }),
    keep: (key, blobKey) => putFile(blobKey, pathOf(key)),
    async list() {
      const found = new Set(await names())
      const all = new Set([...found].map(nameOfBytes))
      return [...all].map((name) => ({ key: name.replaceAll('+', '/'), isUnfinished: found.has(name) }))
    },
    async remove(key) {
      for (const path of [notePath(key), notePath(key) + halfEnding, pathOf(key)])
        await rm(path, { force: true })
    },
    async removeAbandoned(before) {
      for (const name of await names()) {
        const path = join(folder, name)
        const own = await stat(path).catch(whereMissing)
        // A note stays as long as its bytes.
        const bytes = isNote(name)
          ? await stat(join(folder, nameOfBytes(name))).catch(whereMissing)
          : undefined
        if (Math.max(own?.mtimeMs ?? 0, bytes?.mtimeMs ?? 0) < before) await rm(path, { force: true })
      }
    },
  }
}

async function append(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  most: number,
): Promise<number | undefined> {
  const file = await open(path, 'r+')
  let size = 0
  let isWriting = false
  try {
    size = (await file.stat()).size
    for await (const chunk of bytes) {
      if (size + chunk.length > most) return undefined
      isWriting = true
      // In its place rather than at the end: another process, which the client has turned to meanwhile, may have added
      // these bytes already.
      for (let done = 0; done < chunk.length;)
        done += (await file.write(chunk, done, chunk.length - done, size + done)).bytesWritten
      isWriting = false
      size += chunk.length
    }
  } catch (error) {
    // Of a source that breaks off, all that came is kept.
    if (isWriting) throw error
  } finally {
    // Nobody is told of bytes that a crash could take back.
    await file.sync()
    await file.close()
  }
  return size
}
