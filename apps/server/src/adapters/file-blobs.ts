import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { BlobStore } from '#ports/blob-store.ts'

const part = /^(?!\.{1,2}$)[\w.-]+$/

/** Blobs as files below a folder, which all processes of an installation have to share. */
export function fileBlobs(folder: string): BlobStore {
  const pathOf = (key: string): string => {
    const parts = key.split('/')
    if (!parts.every((name) => part.test(name))) throw new Error(`Not a blob's key: ${JSON.stringify(key)}`)
    return join(folder, ...parts)
  }

  return {
    async putFile(key, path) {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true })
      const staged = await onSameDisk(path, target)
      await sync(staged)
      await rename(staged, target)
      await sync(dirname(target))
    },
    async put(key, bytes) {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true })
      const staged = stagedBeside(target)
      const file = await open(staged, 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(staged, target)
      await sync(dirname(target))
    },
    async size(key) {
      try {
        return (await stat(pathOf(key))).size
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    open: (key, range) => createReadStream(pathOf(key), range),
    async remove(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true })
    },
    async removeFolder(key) {
      await rm(pathOf(key), { force: true, recursive: true })
    },
  }
}

const stagedBeside = (target: string) => join(dirname(target), `.${basename(target)}.part`)

/** Renaming works on one disk only. */
async function onSameDisk(path: string, target: string): Promise<string> {
  const staged = stagedBeside(target)
  try {
    await rename(path, staged)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await copyFile(path, staged)
    await rm(path)
  }
  return staged
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
