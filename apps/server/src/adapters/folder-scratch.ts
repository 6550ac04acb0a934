import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { whereMissing } from '#model/where-missing.ts'
import type { Scratch } from '#ports/scratch.ts'

/** Scratch folders below `root`. On the disk of the blobs, a finished file becomes a blob by a new name. */
export function folderScratch(root: string): Scratch {
  return {
    async folder() {
      const path = join(root, randomUUID())
      await mkdir(path, { recursive: true })
      return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
    },
    async removeLeftOvers(before) {
      for (const name of (await readdir(root).catch(whereMissing)) ?? []) {
        const path = join(root, name)
        const facts = await stat(path).catch(whereMissing)
        if (facts && facts.mtimeMs < before) await rm(path, { recursive: true, force: true })
      }
    },
  }
}
