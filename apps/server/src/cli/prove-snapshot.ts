import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findStoredDamage, type SavedSnapshot } from '#areas/backups/read-saved.ts'
import { filesOf, restoreRows } from '#areas/backups/restore-saved.ts'
import { sumOfTable } from '#store/copying/copy-rows.ts'
import { sqliteRows, sqliteTarget } from '#store/copying/sqlite-rows.ts'
import { uploadsNamedIn } from '#store/engines/copy-database.ts'
import type { Engine } from '#store/engines/engine.ts'
import { type RestoreProof, startRestored } from './prove-backup.ts'

/**
 * Reads all stored files of a snapshot, restores its rows into a scratch folder, and compares count and sum of every table
 * with those that were saved. `open` opens the embedded database of a data folder.
 */
export async function proveSnapshot(
  snapshot: SavedSnapshot,
  open: (dataDir: string) => Promise<Engine>,
): Promise<RestoreProof> {
  const { madeAt, problems } = await findStoredDamage(snapshot.repository, snapshot.name)
  if (problems.length > 0) return { madeAt, organizations: 0, messages: 0, rows: 0, problems }
  const scratch = await mkdtemp(join(tmpdir(), 'tagma-restored-'))
  try {
    const database = join(scratch, 'tagma.db')
    const { tables, rows } = await restoreRows(snapshot, async (steps) => {
      const engine = await open(scratch)
      await engine.migrate(new Set(steps))
      await engine.close()
      return sqliteTarget(database)
    })
    const restored = sqliteRows(database)
    try {
      for (const { table, columns, key, rows: saved, sum } of tables) {
        const found = await sumOfTable(restored, { name: table, columns, key })
        if (found.rows !== saved || found.hex !== sum)
          problems.push(`${table} has ${found.rows} rows instead of ${saved}, or others than were saved.`)
      }
    } finally {
      await restored.close()
    }
    problems.push(...(await missingUploads(snapshot, database)))
    const { organizations, orphans } = await startRestored(open, scratch)
    if (orphans > 0) problems.push(`${orphans} rows refer to missing rows.`)
    const messages = tables.find(({ table }) => table === 'messages')?.rows ?? 0
    return { madeAt, organizations, messages, rows, problems }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Looks for each uploaded file that the rows name. */
async function missingUploads(snapshot: SavedSnapshot, database: string): Promise<string[]> {
  const named = uploadsNamedIn(database)
  const problems: string[] = []
  for await (const { path, bytes } of filesOf(snapshot)) {
    const key = path.replace(/^uploads\//, '')
    const size = path === key ? undefined : named.get(key)
    if (size === undefined) continue
    named.delete(key)
    if (size !== bytes) problems.push(`${path} has ${bytes} bytes; the database says ${size}.`)
  }
  for (const key of named.keys()) problems.push(`uploads/${key}, which the database names, is missing.`)
  return problems
}
