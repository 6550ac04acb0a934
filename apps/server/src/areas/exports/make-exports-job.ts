import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ExportType } from '@tagma/contract/objects/realm-export.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Job } from '#jobs/job.ts'
import { type DataExportRow, nextExport, updateExport } from '#store/organization/data-exports.ts'
import { readExport } from './read-export.ts'
import { tar } from './tar.ts'
import { tellExports } from './tell-exports.ts'

/** Makes the archives that were asked for. If a process stopped during one, it starts again. */
export const makeExportsJob: Job = {
  name: 'data-exports',
  everySeconds: 5,
  once: true,
  awaits: 'data_exports',
  isSlow: true,
  async run(services, organizationId, mayGoOn = () => true) {
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
        await tellExports(tx, services, directory)
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
  const actor = directory.users.get(row.acting_user_id)
  if (!actor) throw new Error('Nobody asked for the export')
  await using folder = await scratch.folder()
  const path = join(folder.path, 'archive')
  const files = readExport({ services, directory, actor, type: row.type as ExportType, now })
  await pipeline(Readable.from(tar(files, now), { objectMode: false }), createGzip(), createWriteStream(path))
  const key = `${directory.organization.id}/exports/${random.token(40)}/export-${row.id}.tar.gz`
  await blobs.putFile(key, path)
  return key
}
