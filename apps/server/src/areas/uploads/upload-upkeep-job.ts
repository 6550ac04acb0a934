import type { Uses } from '#call/services.ts'
import type { Job } from '#jobs/job.ts'
import { unlinkedAttachments } from '#store/messages/attachments.ts'
import { blobKeys, dropAttachment } from './delete-attachment.ts'
import { dropAbandoned } from './resumable-upload.ts'

/** In seconds: uploads without a link are kept for five weeks. */
const unlinkedSeconds = 5 * 7 * 24 * 3600

/** In milliseconds: an older file was left behind, because no request lasts a day. */
const leftOverMilliseconds = 24 * 3600 * 1000

/** Deletes uploads without a link, and files that interrupted uploads have left behind. */
export const uploadUpkeepJob: Job = {
  name: 'upload-upkeep',
  everySeconds: 3600,
  once: true,
  async run(services, organizationId) {
    const dropped = await services.data.transact(organizationId, async (tx) => {
      const rows = await unlinkedAttachments(tx.db, organizationId, tx.now - unlinkedSeconds)
      for (const row of rows) await dropAttachment(tx, row)
      return rows
    })
    await services.outside.blobs.remove(dropped.flatMap(blobKeys))
    await removeLeftOvers(services)
    await dropAbandoned(services)
  },
}

async function removeLeftOvers({ outside: { blobs, scratch } }: Uses<'blobs' | 'scratch'>): Promise<void> {
  // Files carry the machine's time. By another clock, a file in use could seem old.
  // oxlint-disable-next-line no-restricted-properties -- files bear the machine's time, not that of the port
  const before = Date.now() - leftOverMilliseconds
  await blobs.removeLeftOvers(before)
  await scratch.removeLeftOvers(before)
}
