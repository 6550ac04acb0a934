import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ExportType } from '@tagma/contract/objects/realm-export.ts'
import { visibleEmail } from '#areas/users/present.ts'
import type { Services } from '#call/services.ts'
import { languageOf } from '#directory/language-of.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Job } from '#jobs/job.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import {
  type DataExportRow,
  nextExport,
  outlivedExports,
  updateExport,
} from '#store/organization/data-exports.ts'
import { type ComplianceQuery, isOfOrganization, type PersonQuery } from './present.ts'
import { readComplianceExport } from './read-compliance-export.ts'
import { readExport } from './read-export.ts'
import { readPersonExport } from './read-person-export.ts'
import { tar } from './tar.ts'
import { tellArchives, tellExports } from './tell-exports.ts'
import { zip } from './zip.ts'

/** Makes the archives that were asked for. If a process stopped during one, it starts again. */
export const makeExportsJob: Job = {
  name: 'data-exports',
  everySeconds: 5,
  once: true,
  awaits: 'data_exports',
  isSlow: true,
  async run(services, organizationId, mayGoOn = () => true) {
    await deleteOutlived(services, organizationId)
    while (mayGoOn()) {
      const row = await nextExport(services.data.db, organizationId)
      if (!row) return
      const directory = await services.data.directories.get(organizationId)
      const before = erasedUsers(directory)
      const outcome = await attempt(services, directory, row)
      const isOutdated = await services.data.transact(organizationId, async (tx) => {
        // The archive may contain somebody erased meanwhile: make it again.
        if (erasedUsers(directory) !== before) return true
        await updateExport(
          tx,
          row.id,
          outcome.key === undefined ? { failed_at: tx.now } : { made_at: tx.now, blob_key: outcome.key },
        )
        if (isOfOrganization(row)) await tellExports(tx, services, directory)
        else tellArchives(tx, directory, row)
        return false
      })
      if (isOutdated && outcome.key !== undefined) await services.outside.blobs.remove([outcome.key])
    }
  },
}

const erasedUsers = ({ users }: OrganizationDirectory): number =>
  [...users.values()].filter((user) => user.isDeleted).length

/** Tries to make an archive; returns no key on failure. */
async function attempt(
  services: Services,
  directory: OrganizationDirectory,
  row: DataExportRow,
): Promise<{ key?: string }> {
  try {
    return { key: await makeArchive(services, directory, row) }
  } catch (err) {
    services.log.error({ err, export: row.id }, 'An export of an organization’s data failed.')
    return {}
  }
}

/** Writes an archive to the blobs and returns its key. */
async function makeArchive(
  services: Services,
  directory: OrganizationDirectory,
  row: DataExportRow,
): Promise<string> {
  const {
    outside: { blobs, scratch },
    time: { clock, random },
  } = services
  const now = Math.floor(clock.now() / 1000)
  const actor = must(directory.users.get(row.acting_user_id), 'somebody asked for the export')
  await using folder = await scratch.folder()
  const path = join(folder.path, 'archive')
  const order = { services, directory, now }
  const saved = createWriteStream(path)
  const bytes = (chunks: AsyncIterable<Uint8Array>) => Readable.from(chunks, { objectMode: false })
  if (row.type === 'person') {
    const query = JSON.parse(row.query) as PersonQuery
    await pipeline(bytes(zip(readPersonExport({ ...order, person: actor, query }), now)), saved)
  } else if (row.type === 'compliance') {
    const query = JSON.parse(row.query) as ComplianceQuery
    const askedBy = { id: actor.id, name: actor.fullName }
    const emailOf = (user: UserRecord) => visibleEmail(user, actor)
    await pipeline(
      bytes(
        zip(readComplianceExport({ ...order, query, askedBy, language: languageOf(actor), emailOf }), now),
      ),
      saved,
    )
  } else {
    const files = readExport({ ...order, actor, type: row.type as ExportType })
    await pipeline(bytes(tar(files, now)), createGzip(), saved)
  }
  const ending = isOfOrganization(row) ? 'tar.gz' : 'zip'
  const key = `${directory.organization.id}/exports/${random.token(40)}/export-${row.id}.${ending}`
  await blobs.putFile(key, path)
  return key
}

/** Deletes archives with a query that were kept for long enough. */
async function deleteOutlived(services: Services, organizationId: number): Promise<void> {
  const directory = await services.data.directories.get(organizationId)
  const now = Math.floor(services.time.clock.now() / 1000)
  if ((await outlivedExports(services.data.db, organizationId, now)).length === 0) return
  const keys = await services.data.transact(organizationId, async (tx) => {
    const rows = await outlivedExports(tx.db, organizationId, tx.now)
    for (const row of rows) {
      await updateExport(tx, row.id, { deleted_at: tx.now, blob_key: null })
      tx.audit('export.deleted', { kind: 'export', id: row.id })
      tellArchives(tx, directory, row)
    }
    return rows.flatMap(({ blob_key }) => blob_key ?? [])
  })
  await services.outside.blobs.remove(keys)
}
