import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { type DataExportRow, insertExport, listExports } from '#store/organization/data-exports.ts'
import { type PersonQuery, presentOwnExport } from './present.ts'
import { countRecent, removeArchive } from './stored-archives.ts'
import { tellArchives } from './tell-exports.ts'

/** At most so many archives of their own data for each person in so many seconds. */
const limit = { exports: 3, seconds: 24 * 3600 }

const isOf =
  (userId: number) =>
  ({ type, acting_user_id }: DataExportRow): boolean =>
    type === 'person' && acting_user_id === userId

/** Starts an export of the caller's own data and returns its id. Throws BAD_REQUEST past the limit. */
export function askForOwnExport({ caller, directory, transact }: Call, query: PersonQuery): Promise<number> {
  return transact(async (tx) => {
    const rows = (await listExports(tx.db, tx.organizationId)).filter(isOf(caller.id))
    if (countRecent(rows, tx.now, limit.seconds) >= limit.exports)
      throw badRequest(`Your data can be asked for ${limit.exports} times within a day.`)
    const id = await insertExport(tx, caller.id, { type: 'person', query: JSON.stringify(query) })
    tx.audit('export.asked', { kind: 'export', id }, { type: 'person', ...query })
    tellArchives(tx, directory, { type: 'person', acting_user_id: caller.id })
    return id
  })
}

/** Lists the exports of the caller's own data. */
export async function findOwnExports({ caller, db, directory, services }: Call) {
  const rows = await listExports(db, directory.organization.id)
  return rows.filter(isOf(caller.id)).map((row) => presentOwnExport(services, directory, row))
}

/** Deletes an archive of the caller's own data. Throws BAD_REQUEST for an unknown one. */
export async function deleteOwnExport(
  { caller, directory, services, transact }: Call,
  id: number,
): Promise<void> {
  const key = await transact(async (tx) => {
    const removed = await removeArchive(tx, id, isOf(caller.id))
    tellArchives(tx, directory, { type: 'person', acting_user_id: caller.id })
    return removed
  })
  await services.outside.blobs.remove([key])
}
