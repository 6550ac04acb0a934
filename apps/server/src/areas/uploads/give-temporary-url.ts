import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { Missing } from '#model/refusal.ts'
import { findAttachments } from '#store/messages/attachments.ts'
import type { Db } from '#store/sql/db.ts'
import { mayOpenUpload } from './may-open-upload.ts'
import { temporaryUrl } from './temporary-url.ts'

/** Makes an address that opens an upload without credentials for a while, if the user may open it. */
export async function giveTemporaryUrl(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  pathId: string,
  now: number,
): Promise<string> {
  const [row] = await findAttachments(db, directory.organization.id, [pathId])
  if (!row || !(await mayOpenUpload(db, directory, user, row))) {
    throw new Missing('There is no such file, or you cannot open it.')
  }
  return temporaryUrl(user, pathId, now)
}
