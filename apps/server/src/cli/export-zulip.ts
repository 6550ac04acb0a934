import { type Entry, tar } from '#areas/exports/tar.ts'
import { readZulipExport } from '#areas/exports/zulip/read-zulip-export.ts'
import type { ZulipPattern } from '#areas/exports/zulip/zulip-book.ts'
import { readZulipPattern } from '#areas/exports/zulip/zulip-pattern.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { byCommand } from '#model/audit.ts'
import type { Db } from '#store/sql/db.ts'
import { findOrganization } from './find-organization.ts'
import { openImport } from './open-import.ts'
import { progressLine } from './progress-line.ts'
import { saveArchive } from './save-archive.ts'
import { WorkFolder } from './work-folder.ts'

/** Options of `tagma export --type zulip`. */
interface ZulipOptions {
  readonly to: string
  readonly subdomain?: string
  readonly like?: string
}

/** Writes an organization as an export in the form of Zulip's own, and notes it in the audit log. */
export async function exportForZulip(services: Services, options: ZulipOptions): Promise<void> {
  const { to, like } = options
  const directory = await findOrganization(services, options.subdomain)
  const pattern = like === undefined ? undefined : await patternOf(services, like)
  const { id, name, subdomain } = directory.organization
  await services.data.transact(id, async (tx) => tx.audit('export.asked', null, { type: 'zulip' }), {
    by: byCommand,
  })
  const now = Math.floor(services.time.clock.now() / 1000)
  const folder = `${subdomain || 'organization'}-export`
  const sha256 = await inOneState(services, (db) =>
    saveArchive(tar(inFolder(folder, entriesOf(services, { db, directory, pattern })), now), to),
  )
  console.log(`${name} is in ${to} (SHA-256 ${sha256}).`)
  if (pattern === undefined)
    console.log(
      'It has all columns that Tagma knows. A server of Zulip takes exactly those of its version: name an export of that server with --like.',
    )
}

function entriesOf(
  { data, outside }: Services,
  { db, directory, pattern }: { db: Db; directory: OrganizationDirectory; pattern: ZulipPattern | undefined },
): AsyncGenerator<Entry> {
  const line = progressLine('writing')
  return readZulipExport({
    // All of it is read in the state of `db`.
    services: { data: { ...data, aside: (_, work) => work({ db, searcher: db }) }, outside },
    db,
    directory,
    progress: line.show,
    ...(pattern === undefined ? {} : { pattern }),
  })
}

/** The embedded database belongs to the command alone; on PostgreSQL, others may write meanwhile. */
const inOneState = <T>({ data }: Services, read: (db: Db) => Promise<T>): Promise<T> =>
  data.beside ? data.beside(read) : read(data.db)

async function* inFolder(folder: string, entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  for await (const entry of entries) yield { ...entry, name: `${folder}/${entry.name}` }
}

async function patternOf({ config }: Services, path: string): Promise<ZulipPattern> {
  using work = WorkFolder.open(config.dataDir, path)
  const { folder } = await openImport(path, work, { from: 'zulip' })
  return await readZulipPattern(folder.files)
}
