import { createHash } from 'node:crypto'
import type { Opener } from '#ports/sealer.ts'
import { BackupProblem } from './backup-problem.ts'
import { eachLine, parseLine } from './bytes.ts'
import type { Repository } from './repository.ts'
import {
  type ManifestEnd,
  manifestEnd,
  type ManifestHead,
  manifestHead,
  type SavedFile,
  savedFile,
  type SavedTable,
  savedTable,
} from './snapshot-records.ts'

/** A snapshot that can be read. */
export interface SavedSnapshot {
  readonly repository: Repository
  readonly name: string
  readonly opener: Opener | undefined
}

/** Finds a snapshot by its name, or the newest. Throws a BackupProblem that lists those that are whole. */
export async function findSnapshot(repository: Repository, wanted: string): Promise<string> {
  const { snapshots, halves } = await repository.inventory()
  const found = wanted === 'latest' ? snapshots.at(-1) : snapshots.find((name) => name === wanted)
  if (found !== undefined) return found
  const others = snapshots.length > 0 ? `Whole are ${snapshots.join(', ')}.` : 'No snapshot is whole.'
  if (wanted === 'latest' || halves.includes(wanted))
    throw new BackupProblem(
      `${wanted === 'latest' ? `There is no snapshot in ${repository.place.name} yet` : `${wanted} was interrupted and is no snapshot`}. ${others}`,
    )
  throw new BackupProblem(`There is no snapshot ${wanted} in ${repository.place.name}. ${others}`)
}

/** Reads a manifest; a line of it that is not from this version, or is missing, throws a BackupProblem. */
export async function* readManifest({
  repository,
  name,
  opener,
}: SavedSnapshot): AsyncGenerator<ManifestHead | SavedTable | SavedFile | ManifestEnd> {
  let [number, tables, files, isWhole] = [0, 0, 0, false]
  const key = repository.manifestKey(name)
  for await (const line of eachLine(explained(repository, key, opener))) {
    number++
    const value = parseLine(line)
    const record =
      number === 1
        ? manifestHead.safeParse(value).data
        : (savedFile.safeParse(value).data ??
          savedTable.safeParse(value).data ??
          manifestEnd.safeParse(value).data)
    if (!record || isWhole)
      throw new BackupProblem(`Line ${number} of ${key} is damaged, or from another version of Tagma.`)
    if ('table' in record) tables++
    else if ('path' in record) files++
    else if ('last_ids' in record) isWhole = record.tables === tables && record.files === files
    yield record
  }
  if (!isWhole) throw new BackupProblem(`${key} was cut off after line ${number}.`)
}

/** Reads a stored file, opened and unpacked. Damage becomes a BackupProblem that names the file. */
export async function* explained(
  repository: Repository,
  key: string,
  opener: Opener | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* repository.read(key, opener)
  } catch (error) {
    if (error instanceof BackupProblem || !(error instanceof Error)) throw error
    if (error.name === 'BlobsAway') throw error
    throw new BackupProblem(`${key} in ${repository.place.name} is missing or damaged (${error.message}).`, {
      cause: error,
    })
  }
}

/**
 * Reads all stored files of a snapshot as they lie there, and compares their bytes with the list. Needs no key. Returns
 * one sentence for each that is not as it was saved.
 */
export async function findStoredDamage(
  repository: Repository,
  name: string,
  show: (files: number) => void = () => {},
): Promise<{ files: number; bytes: number; madeAt: number; problems: string[] }> {
  const { head, files } = await repository.objects(name)
  const problems: string[] = []
  let [checked, total] = [0, 0]
  const check = async (key: string, { bytes, sha256 }: { bytes: number; sha256: string }) => {
    show(checked++)
    total += bytes
    const problem = await storedProblem(repository, key, { bytes, sha256 })
    if (problem !== undefined) problems.push(`${key} ${problem}.`)
  }
  await check(repository.manifestKey(name), head.manifest)
  for (const file of files) await check(repository.keyOf(file.name), file)
  return { files: checked, bytes: total, madeAt: head.made_at, problems }
}

async function storedProblem(
  { place: { blobs } }: Repository,
  key: string,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
): Promise<string | undefined> {
  const size = await blobs.size(key)
  if (size === undefined) return 'is missing'
  if (size !== bytes) return `has ${size} bytes instead of ${bytes}`
  const hash = createHash('sha256')
  for await (const chunk of blobs.open(key) as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex') === sha256 ? undefined : 'has other contents than were saved'
}
