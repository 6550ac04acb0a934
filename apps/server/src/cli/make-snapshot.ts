import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { lastBackup, noteBackup } from '#areas/backups/backup-note.ts'
import { pruneSnapshots } from '#areas/backups/keep-snapshots.ts'
import { type RepositoryPlace, Repository } from '#areas/backups/repository.ts'
import { RunningMark } from '#areas/backups/running-mark.ts'
import { type SnapshotReport, takeSnapshot } from '#areas/backups/save-everything.ts'
import { snapshotName, timeOfSnapshot } from '#areas/backups/snapshot-records.ts'
import { type BackupPlace, nameOfPlace } from '#config/backup.ts'
import type { Config } from '#config/config.ts'
import { productVersion } from '#config/product-version.ts'
import { whereMissing } from '#model/where-missing.ts'
import { openBackups, openBlobs, openScratch, openSealer } from '#server/app.ts'
import { Complaint, explain } from './explain.ts'
import { KnownFilesNote } from './known-files.ts'
import { openRows } from './open-rows.ts'
import { filesToSave, isGone } from './snapshot-files.ts'

/** Opens the place of backups. Throws a Complaint for a folder in the data folder. */
export function openPlace(place: BackupPlace, config: Pick<Config, 'dataDir'>): RepositoryPlace {
  const name = nameOfPlace(place)
  if ('folder' in place && !relative(resolve(config.dataDir), place.folder).startsWith('..'))
    throw new Complaint(`${name} is in the data folder. Name a folder outside of it, best on another disk.`)
  const scratch = openScratch(config)
  return { name, blobs: openBackups(place, scratch), scratch }
}

interface Wish {
  readonly place: BackupPlace
  /** True to begin in a place whose earlier backup is gone. */
  readonly isNew: boolean
  /** UNIX seconds: a snapshot made since then, by another process, does as well. */
  readonly unlessSince?: number | undefined
  show(step: string): void
}

export interface MadeSnapshot extends SnapshotReport {
  readonly place: string
  readonly pruned: number
  /** Reason why older snapshots could not be deleted. */
  readonly pruneProblem: string | undefined
}

/** Makes a snapshot, deletes those that need not be kept, and notes how it ended. */
export async function makeSnapshot(config: Config, wish: Wish): Promise<MadeSnapshot> {
  const begunAt = seconds()
  const to = nameOfPlace(wish.place)
  const note = { to, begun_at: begunAt }
  try {
    const made = await makeIn(openPlace(wish.place, config), config, wish)
    const { snapshot, bytes, added } = made
    const endedAt = seconds()
    noteBackup(config.dataDir, {
      ...{ ...note, ended_at: endedAt },
      made: { snapshot, made_at: timeOfSnapshot(snapshot), bytes, added, seconds: endedAt - begunAt },
    })
    return made
  } catch (error) {
    noteBackup(config.dataDir, {
      ...{ ...note, ended_at: seconds() },
      problem: explain(error).replace(/^tagma: /, ''),
    })
    throw error
  }
}

async function makeIn(
  place: RepositoryPlace,
  config: Config,
  { isNew, unlessSince, show }: Wish,
): Promise<MadeSnapshot> {
  const { dataDir, backup } = config
  const before = lastBackup(dataDir)
  const wasThere = !isNew && before?.to === place.name && before.made !== undefined
  const rows = await openRows(config)
  const known = new KnownFilesNote(dataDir)
  let isWhole = false
  try {
    const sealer = backup.recipients.length > 0 ? await openSealer(backup.recipients) : undefined
    const repository = await Repository.openOrMake(place, {
      ...{ recipients: backup.recipients, wasThere, id: randomUUID() },
    })
    const mark = await RunningMark.set(place, randomUUID(), seconds)
    try {
      const inventory = await repository.inventory()
      const newest = inventory.snapshots.at(-1)
      if (newest !== undefined && unlessSince !== undefined && timeOfSnapshot(newest) >= unlessSince)
        return { ...(await madeElsewhere(repository, newest)), place: place.name }
      // Snapshots are named by the second, and a small organization is saved in less.
      while (newest === snapshotName(seconds())) await setTimeout(100)
      const blobs = openBlobs(config.blobs ?? config, place.scratch)
      const report = await takeSnapshot(
        {
          ...{ rows, known, files: () => filesToSave(dataDir, blobs) },
          isGone: (file) => isGone(dataDir, blobs, file),
        },
        {
          ...{ repository, sealer, mark, show, version: productVersion },
          ...{ inventory, now: seconds() },
          nameKey: sealer && nameKey(dataDir),
        },
      )
      isWhole = true
      return { ...report, place: place.name, ...(await prune(repository, backup.keep)) }
    } finally {
      await mark.remove()
    }
  } finally {
    known.close(isWhole)
    await rows.close()
  }
}

/** A snapshot that another process has made. */
async function madeElsewhere(repository: Repository, snapshot: string) {
  const { files } = await repository.objects(snapshot)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { snapshot, rows: 0, files: files.length, bytes, added: 0, pruned: 0, pruneProblem: undefined }
}

/** The new snapshot is whole, whether older ones can be deleted or not. */
async function prune(repository: Repository, keep: Config['backup']['keep']) {
  if (!keep) return { pruned: 0, pruneProblem: undefined }
  try {
    return { pruned: (await pruneSnapshots(repository, keep)).snapshots, pruneProblem: undefined }
  } catch (error) {
    return { pruned: 0, pruneProblem: explain(error).replace(/^tagma: /, '') }
  }
}

/** Key for the names of sealed files. A lost one costs saving everything once more. */
function nameKey(dataDir: string): Uint8Array {
  const path = join(dataDir, 'backup-names.key')
  try {
    return readFileSync(path)
  } catch (error) {
    whereMissing(error)
    const key = randomBytes(32)
    writeFileSync(path, key, { mode: 0o600, flag: 'wx' })
    return key
  }
}

const seconds = () => Math.floor(Date.now() / 1000)
