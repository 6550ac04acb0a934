import type { UploadedMedia } from '@tagma/markdown/lookups.ts'
import { findAttachments } from '#store/messages/attachments.ts'
import type { Db } from '#store/sql/db.ts'
import { defaultThumbnail, type StoredPicture, transcodedPicture } from './thumbnails.ts'

/** Finds the media that messages show for linked uploads. */
export async function findMedia(
  db: Db,
  organizationId: number,
  pathIds: readonly string[],
): Promise<UploadedMedia[]> {
  return (await findAttachments(db, organizationId, pathIds)).map((row) => {
    const picture = row.image === null ? null : (JSON.parse(row.image) as StoredPicture)
    return {
      pathId: row.path_id,
      contentType: row.content_type,
      image: picture && {
        width: picture.width,
        height: picture.height,
        animated: picture.animated,
        thumbnailUrl: `/user_uploads/thumbnail/${row.path_id}/${defaultThumbnail}`,
        transcoded: picture.transcoded ? transcodedPicture : null,
      },
    }
  })
}
