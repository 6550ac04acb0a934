import { createWriteStream, statfsSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { mostUnpacked, tarEntries } from '#areas/imports/tar-entries.ts'
import { zipEntries } from './zip-entries.ts'

const longestName = 1024
/** MiB that stay free on the disk. */
const spareMib = 256
const mib = 1024 * 1024

/**
 * Unpacks a ZIP, tar, tar.gz or tar.zst into a folder. Throws an `ImportProblem` for what is no whole archive, would fill
 * the disk, or has an entry that would lie elsewhere. `isZip` tells by the file's beginning.
 */
export async function unpackArchive(path: string, isZip: boolean, into: string): Promise<void> {
  const { bavail, bsize } = statfsSync(into)
  let room = bavail * bsize - spareMib * mib
  const written = new Set<string>()
  const most = mostUnpacked(statSync(path).size)
  let claimed = 0
  for await (const { name: given, isFolder, size, bytes } of isZip ? zipEntries(path) : tarEntries(path)) {
    const name = entryName(given, path)
    if (isFolder) continue
    // Archives say before each entry how large it is: nothing is written of one that is too large.
    claimed += size
    if (claimed > most) throw new ImportProblem(`${path} unpacks to more than a hundred times its size.`)
    if (size > room)
      throw new ImportProblem(
        `The disk has no room to unpack ${path}: ${name} has ${Math.ceil(size / mib)} MiB, and ${spareMib} MiB must stay free where ${into} lies.`,
      )
    room -= size
    if (written.has(name)) throw new ImportProblem(`${name} is twice in ${path}.`)
    written.add(name)
    const file = join(into, name)
    await mkdir(dirname(file), { recursive: true }).catch((error: unknown) =>
      whereFileIsFolder(error, name, path),
    )
    // `wx`: nothing that is there is written to.
    await pipeline(Readable.from(bytes), createWriteStream(file, { flags: 'wx' })).catch((error: unknown) =>
      whereFileIsFolder(error, name, path),
    )
  }
}

/** Returns the name of an entry below the folder. */
function entryName(given: string, path: string): string {
  const parts = given.split('/').filter((part) => part !== '' && part !== '.')
  const leadsOut = /[\\\0]/.test(given) || /^(\/|[A-Za-z]:)/.test(given) || parts.includes('..')
  if (leadsOut || parts.length === 0 || Buffer.byteLength(given) > longestName)
    throw new ImportProblem(
      `${path} has an entry that it cannot have: ${JSON.stringify(given.slice(0, 100))}. Names lead to a place in the archive.`,
    )
  return parts.join('/')
}

/** Two entries of which one is the folder of the other, or whose names are one on this disk. */
function whereFileIsFolder(error: unknown, name: string, path: string): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'EISDIR')
    throw new ImportProblem(`${name} in ${path} has the place of another entry.`)
  if (code === 'ENAMETOOLONG')
    throw new ImportProblem(`${path} has a name that is too long for this disk: ${name.slice(0, 100)}…`)
  throw error
}
