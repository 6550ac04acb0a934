import * as z from 'zod'
import { field } from '../define.ts'

/** A form in which thumbnails of uploaded pictures are made. */
export const thumbnailFormat = z.strictObject({
  name: field(z.string(), 'The last part of the thumbnail’s path.'),
  max_width: field(z.int(), 'Largest width in pixels.'),
  max_height: field(z.int(), 'Largest height in pixels.'),
  format: field(z.string(), 'The ending of its name.'),
  animated: field(z.boolean(), 'Whether it moves; such ones are made of moving pictures only.'),
})

/** The uploads' part of the registration response. */
export const uploadsRegistration = {
  max_file_upload_size_mib: field(z.int().optional(), 'The largest file that can be uploaded, in MiB.'),
  realm_upload_quota_mib: field(
    z.int().nullable().optional(),
    'What all uploads of the organization may take up, in MiB; null for no limit.',
  ),
  server_thumbnail_formats: field(
    z.array(thumbnailFormat).optional(),
    'The forms of thumbnails. In a path below `/user_uploads/thumbnail/`, the last part can be replaced by the name of another form.',
    { since: 273 },
  ),
}
