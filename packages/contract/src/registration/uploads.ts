import * as z from 'zod'
import { field } from '../define.ts'

/** A format of thumbnails. */
export const thumbnailFormat = z.strictObject({
  name: field(z.string(), 'The last part of the thumbnail’s path.'),
  max_width: field(z.int(), 'Largest width in pixels.'),
  max_height: field(z.int(), 'Largest height in pixels.'),
  format: field(z.string(), 'The file extension.'),
  animated: field(z.boolean(), 'Whether it is animated. Such thumbnails are made only of animated pictures.'),
})

/** The uploads' part of the registration response. */
export const uploadsRegistration = {
  max_file_upload_size_mib: field(z.int().optional(), 'The largest file that can be uploaded, in MiB.'),
  realm_upload_quota_mib: field(
    z.int().nullable().optional(),
    'The storage for all uploads of the organization in MiB; null for no limit.',
  ),
  server_thumbnail_formats: field(
    z.array(thumbnailFormat).optional(),
    'The formats of thumbnails. To get another format, replace the last part of a path below `/user_uploads/thumbnail/` by its name.',
    { since: 273 },
  ),
}
