import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { SavedSnapshot } from '#areas/backups/read-saved.ts'
import { type OpenTarget, restoreFiles, restoreRows } from '#areas/backups/restore-saved.ts'
import type { Config } from '#config/config.ts'
import { openBlobs, openEngine, openScratch, restoringFolder } from '#server/app.ts'
import { postgresTarget } from '#store/copying/postgres-rows.ts'
import { TargetRefused } from '#store/copying/row-store.ts'
import { sqliteTarget } from '#store/copying/sqlite-rows.ts'
import { lockDataFolder } from '#store/engines/data-lock.ts'
import { NewerData } from '#store/migrations/run-migrations.ts'
import { Complaint } from './explain.ts'
import { progressLine } from './progress-line.ts'

/**
 * Restores a snapshot into the configured database and data folder, which must be empty. An interrupted run goes on when
 * the command is run again. The embedded database gets its name when everything is there.
 */
export async function restoreSnapshot(
  snapshot: SavedSnapshot,
  config: Config,
): Promise<{ readonly rows: number; readonly files: number }> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl === undefined && existsSync(join(dataDir, 'tagma.db')))
    throw new Complaint(
      `${dataDir} has a database. Stop the server, rename the folder, and run the command again: it makes a new one.`,
    )
  const unlock = lockDataFolder(dataDir)
  const under = join(dataDir, restoringFolder)
  try {
    const place = databaseUrl === undefined ? { ...config, dataDir: under } : config
    const migrate = async (steps?: ReadonlySet<string>) => {
      const engine = await openEngine(place)
      try {
        await engine.migrate(steps)
      } finally {
        await engine.close()
      }
    }
    const open: OpenTarget = async (steps) => {
      await migrate(new Set(steps))
      return databaseUrl === undefined ? sqliteTarget(join(under, 'tagma.db')) : postgresTarget(databaseUrl)
    }
    let files = 0
    const restore = () =>
      restoreRows(snapshot, open, {
        show: (table, count) =>
          void (count > 0 && process.stderr.write(`${table}: ${count} rows restored\n`)),
        beforeEnd: async () => void (files = await writeFiles(snapshot, config)),
      })
    const { rows } = await restore().catch(async (error: unknown) => {
      // Nothing was begun.
      if (error instanceof NewerData) await rm(under, { recursive: true, force: true })
      if (databaseUrl !== undefined || !(error instanceof TargetRefused)) throw error
      // An earlier run was ended at its last step, or restored another snapshot.
      await rm(under, { recursive: true })
      return restore()
    })
    await migrate()
    if (databaseUrl === undefined) {
      await rename(join(under, 'tagma.db'), join(dataDir, 'tagma.db'))
      await rm(under, { recursive: true })
    }
    return { rows, files }
  } finally {
    unlock()
  }
}

async function writeFiles(snapshot: SavedSnapshot, config: Config): Promise<number> {
  const scratch = openScratch(config)
  const line = progressLine('restoring', 'files')
  const files = await restoreFiles(
    snapshot,
    {
      ...{ scratch, blobs: openBlobs(config.blobs ?? config, scratch) },
      async pathInData(path) {
        const target = join(config.dataDir, path)
        if (relative(config.dataDir, target).startsWith('..'))
          throw new Complaint(`The snapshot names ${path}, which is outside of the data folder.`)
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        return target
      },
    },
    line.show,
  )
  line.end(files)
  return files
}
