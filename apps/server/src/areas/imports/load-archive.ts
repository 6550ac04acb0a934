import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import type { Services } from '#call/services.ts'
import { idOwners } from '#store/copying/organization-rows.ts'
import type { Row } from '#store/copying/row-store.ts'
import { installation } from '#store/log/transactions.ts'
import { Tx } from '#store/log/tx.ts'
import { takenSteps } from '#store/migrations/run-migrations.ts'
import { type ArchivedTable, insertArchivedRows, requireFreeIds } from '#store/organization/archived-rows.ts'
import {
  finishImport,
  hideOrganization,
  importsOf,
  insertImport,
  moveImport,
  showOrganization,
  touchAll,
} from '#store/organization/imports.ts'
import { organizationTaken } from '#store/organization/organizations.ts'
import { completedRows } from './complete-rows.ts'
import type { Progress } from './plan-import.ts'
import { archivedRow, archiveEntries, lineGroupsOf, type VerifiedArchive } from './read-archive.ts'
import type { ArchiveEntry } from './tar-entries.ts'

/** Rows in a transaction. */
const rowsAtOnce = 1000

interface Load {
  readonly path: string
  readonly archive: VerifiedArchive
  /** Subdomain that the organization gets. */
  readonly subdomain: string
  /** Called with the rows so far. */
  readonly progress: Progress
}

/**
 * Makes the organization of a verified archive, with its ids. Nobody sees it before the last commit; a run that was cut off
 * is begun again and skips what is there. Returns the organization's id. Throws an `ImportProblem` if ids are taken.
 */
export async function loadArchive(services: Services, load: Load): Promise<number> {
  const { archive, path } = load
  const { head, hash } = archive
  const { data } = services
  const steps = await takenSteps(data.db)
  if (head.steps.join() !== steps.join())
    throw new ImportProblem(
      `The archive was made by Tagma ${head.made_by}, whose tables are others than those of this version. Restore it with that version, and bring the server up to date then.`,
    )
  const organizationId = head.organization.id
  let begun = (await importsOf(data.db, hash)).find(({ step }) => step !== 'done')
  let rows = 0
  let shownAs: Shown = { deactivatedAt: null }
  for await (const entry of archiveEntries(path)) {
    const [, table] = /^tables\/(.*)\.jsonl$/.exec(entry.name) ?? []
    if (table === 'organizations') {
      const organization = await firstRowOf(entry)
      if (!organization) throw new ImportProblem('The archive has no organization.')
      shownAs = shownOf(archive, organization)
      if (!begun) await begin(services, load, organization)
      begun = (await importsOf(data.db, hash)).find(({ step }) => step !== 'done')
    } else if (table !== undefined)
      rows = await loadTable(services, load, table, entry, (count) => load.progress(rows + count)).then(
        (count) => rows + count,
      )
    else if (entry.name.startsWith('blobs/')) await keepFile(services, archive, entry)
    else for await (const _ of entry.bytes);
  }
  if (!begun) throw new ImportProblem('The archive has no organization.')
  const { id } = begun
  await data.transact(organizationId, async (tx) => {
    await showOrganization(tx, load.subdomain, shownAs.deactivatedAt)
    await touchAll(tx)
    await finishImport(tx, id, JSON.stringify({ tables: [], losses: [] }))
  })
  return organizationId
}

interface Shown {
  readonly deactivatedAt: number | null
}

/** Returns the only row of a table. */
async function firstRowOf(entry: ArchiveEntry): Promise<Row | undefined> {
  let row: Row | undefined
  for await (const [line = '', ...others] of lineGroupsOf(entry)) {
    if (row || others.length > 0) throw new ImportProblem(`${entry.name} has several organizations.`)
    row = archivedRow(line, entry.name)
  }
  return row
}

function shownOf({ head }: VerifiedArchive, organization: Row): Shown {
  const value = organization[(head.tables.organizations ?? []).indexOf('deactivated_at')]
  return { deactivatedAt: typeof value === 'number' ? value : null }
}

/** Takes the ids, and makes the organization's row, which nobody can reach. */
async function begin(services: Services, { archive, subdomain }: Load, organization: Row): Promise<void> {
  const { head, ids, hash } = archive
  const { id, uuid } = head.organization
  await services.data.transact(installation, async (tx) => {
    if (await organizationTaken(tx.db, uuid))
      throw new ImportProblem('The organization of this archive is on this server already.')
    const taken = await requireFreeIds(tx.db, ids)
    if (taken !== undefined)
      throw new ImportProblem(
        `Ids of this archive are taken here (in ${taken}). An archive keeps its ids: restore it on a server of its own.`,
      )
    const columns = head.tables.organizations ?? []
    await insertArchivedRows(tx, {
      name: 'organizations',
      columns: [...columns, 'subdomain'],
      rows: [[...organization, `#import-${uuid}`]],
    })
    const inside = new Tx(tx.db, id, tx.now)
    await hideOrganization(inside)
    await insertImport(tx, { organizationId: id, sourceHash: hash, options: JSON.stringify({ subdomain }) })
  })
}

async function loadTable(
  services: Services,
  { archive, subdomain }: Load,
  table: string,
  entry: ArchiveEntry,
  progress: Progress,
): Promise<number> {
  const { head } = archive
  const organizationId = head.organization.id
  const columns = head.tables[table] ?? []
  const complete = await completedRows(services, { organizationId, subdomain }, { name: table, columns })
  let chunk: Row[] = []
  let count = 0
  const write = async () => {
    const rows = await complete(chunk)
    // In the name of the installation: nobody may read the organization before it has its groups.
    await services.data.transact(installation, async (tx) => {
      await insertArchivedRows(tx, rows)
      for (const { id } of await importsOf(tx.db, archive.hash)) await moveImport(tx, id, 'messages', count)
    })
    progress(count)
    chunk = []
  }
  for await (const group of lineGroupsOf(entry)) {
    for (const line of group) {
      const row = archivedRow(line, entry.name)
      requireOwn(archive, { name: table, columns }, row)
      chunk.push(row)
      count++
      if (chunk.length === rowsAtOnce) await write()
    }
  }
  if (chunk.length > 0) await write()
  return count
}

/** Nothing in an archive may refer to rows of others: these ids were free. */
function requireOwn(
  { head, ids }: VerifiedArchive,
  { name, columns }: Omit<ArchivedTable, 'rows'>,
  row: Row,
): void {
  for (const [place, column] of columns.entries()) {
    const value = row[place]
    if (column === 'organization_id' && value !== head.organization.id)
      throw new ImportProblem(`${name} has a row of another organization.`)
    const owner = idOwners[column]
    if (owner === undefined || typeof value !== 'number' || value === 0) continue
    const range = ids.get(owner)
    if (!range || value < range.smallest || value > range.largest)
      throw new ImportProblem(`${name} has a row of something outside of the archive: ${column} ${value}.`)
  }
}

/** Keeps a file under all keys that it has. */
async function keepFile(
  services: Services,
  { head, files }: VerifiedArchive,
  entry: ArchiveEntry,
): Promise<void> {
  const sha256 = entry.name.slice(-64)
  const { blobs, scratch } = services.outside
  const hash = createHash('sha256')
  await using folder = await scratch.folder()
  const path = join(folder.path, 'file')
  const counted = async function* () {
    for await (const chunk of entry.bytes) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path))
  if (hash.digest('hex') !== sha256)
    throw new ImportProblem(`${entry.name} has other contents than were written.`)
  for (const file of files) {
    if (file.sha256 !== sha256) continue
    if (!file.key.startsWith(`${head.organization.id}/`))
      throw new ImportProblem(`The file ${file.key} belongs to another organization.`)
    const copy = join(folder.path, 'copy')
    await copyFile(path, copy)
    await blobs.putFile(file.key, copy)
  }
}
