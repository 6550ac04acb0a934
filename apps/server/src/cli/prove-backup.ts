import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDirectory } from '#directory/directories.ts'
import { countRows, uploadsNamedIn } from '#store/engines/copy-database.ts'
import { countOrphans } from '#store/engines/database-file.ts'
import type { Engine } from '#store/engines/engine.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { dataName } from './backup-manifest.ts'
import { verifyBackup } from './verify-backup.ts'

export interface RestoreProof {
  readonly madeAt: number
  readonly organizations: number
  readonly messages: number
  readonly rows: number
  /** One sentence for each thing that is wrong. */
  readonly problems: readonly string[]
}

/**
 * Restores a backup into a scratch folder, compares it with what was saved, and deletes it again. `open` opens the
 * database of a data folder. With `hasUploads` false, uploaded files are kept elsewhere.
 */
export async function proveBackup(
  folder: string,
  { open, hasUploads }: { open(dataDir: string): Promise<Engine>; readonly hasUploads: boolean },
): Promise<RestoreProof> {
  const { problems: damage, madeAt, sizes, tables } = await verifyBackup(folder)
  const nothing = { madeAt, organizations: 0, messages: 0, rows: 0 }
  if (damage.length > 0) return { ...nothing, problems: damage }
  const scratch = await mkdtemp(join(tmpdir(), 'tagma-restored-'))
  try {
    const database = join(scratch, 'tagma.db')
    await copyFile(join(folder, dataName, 'tagma.db'), database)
    const restored = countRows(database)
    const problems = differences(tables ?? restored, restored)
    if (hasUploads)
      for (const [path, size] of uploadsNamedIn(database)) {
        const saved = sizes.get(`uploads/${path}`)
        if (saved === undefined) problems.push(`uploads/${path}, which the database names, is missing.`)
        else if (saved !== size)
          problems.push(`uploads/${path} has ${saved} bytes; the database says ${size}.`)
      }
    const { organizations, orphans } = await startRestored(open, scratch)
    if (orphans > 0) problems.push(`${orphans} rows refer to missing rows.`)
    const rows = Object.values(restored).reduce((sum, count) => sum + count, 0)
    return { madeAt, organizations, messages: restored.messages ?? 0, rows, problems }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Brings a restored database to the newest version, and reads its organizations. */
export async function startRestored(
  open: (dataDir: string) => Promise<Engine>,
  dataDir: string,
): Promise<{ organizations: number; orphans: number }> {
  const engine = await open(dataDir)
  try {
    await engine.migrate()
    const organizations = await listOrganizations(engine.reader)
    for (const { id } of organizations) await readDirectory(engine.reader, id)
    return { organizations: organizations.length, orphans: await countOrphans(engine.reader) }
  } finally {
    await engine.close()
  }
}

function differences(
  saved: Readonly<Record<string, number>>,
  restored: Readonly<Record<string, number>>,
): string[] {
  return [...new Set([...Object.keys(saved), ...Object.keys(restored)])]
    .filter((table) => saved[table] !== restored[table])
    .map((table) => `${table} has ${restored[table] ?? 0} rows instead of ${saved[table] ?? 0}.`)
}
