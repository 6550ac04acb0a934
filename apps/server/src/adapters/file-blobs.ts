import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { whereMissing } from '#model/where-missing.ts'
import type { BlobStore } from '#ports/blob-store.ts'
import { assertKey } from './blob-key.ts'
import { filePieces } from './file-pieces.ts'

/**
 * Keeps blobs as files of a folder; all processes of an installation have to share the folder. A file is written under
 * another name, synced, and then renamed: a blob is there whole, or not at all. `piecesFolder` has the blobs that arrive in
 * pieces.
 */
export function fileBlobs(folder: string, piecesFolder: string): BlobStore {
  const staging = join(folder, '.staged')
  const pathOf = (key: string): string => {
    assertKey(key)
    return join(folder, key)
  }
  const stage = async (key: string, write: (staged: string) => Promise<void>) => {
    const target = pathOf(key)
    await mkdir(dirname(target), { recursive: true })
    await mkdir(staging, { recursive: true })
    // A key can be longer than a file name may be, and be written twice at a time.
    const name = createHash('sha256').update(key).digest('hex')
    const staged = join(staging, `${name}-${randomUUID()}`)
    try {
      await write(staged)
      await sync(staged)
      await rename(staged, target)
    } catch (error) {
      await rm(staged, { force: true })
      throw error
    }
    await sync(dirname(target))
  }

  const putFile = (key: string, path: string) => stage(key, (staged) => move(path, staged))

  return {
    putFile,
    put: (key, bytes) =>
      stage(key, async (staged) => {
        await using file = await open(staged, 'w')
        await file.writeFile(bytes)
      }),
    size: async (key) => (await stat(pathOf(key)).catch(whereMissing))?.size,
    open: (key, range) => createReadStream(pathOf(key), range),
    async remove(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true })
    },
    async removeFolder(key) {
      await rm(pathOf(key), { force: true, recursive: true })
    },
    async removeLeftOvers(before) {
      for (const name of (await readdir(staging).catch(whereMissing)) ?? []) {
        const path = join(staging, name)
        const facts = await stat(path).catch(whereMissing)
        if (facts && facts.mtimeMs < before) await rm(path, { force: true })
      }
    },
    async *list() {
      for await (const path of filesIn(folder)) {
        const key = relative(folder, path).split(sep).join('/')
        const facts = key.startsWith('.staged/') ? undefined : await stat(path).catch(whereMissing)
        if (facts) yield { key, size: facts.size }
      }
    },
    pieces: filePieces(piecesFolder, putFile),
  }
}

async function* filesIn(folder: string): AsyncGenerator<string> {
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(whereMissing)) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else yield path
  }
}

/** Renames a file, also from one disk to another, where renaming alone fails. */
async function move(path: string, target: string): Promise<void> {
  try {
    await rename(path, target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await copyFile(path, target)
    await rm(path)
  }
}

async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
