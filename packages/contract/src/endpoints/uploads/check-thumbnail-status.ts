import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'

export const checkThumbnailStatus = endpoint({
  id: 'check-thumbnail-status',
  method: 'GET',
  path: '/thumbnail/status/{realm_id_str}/{filename}',
  role: 'guest',
  scope: 'files:read',
  summary: 'Find out if an uploaded picture has its thumbnails.',
  params: {
    realm_id_str: inPath(z.int().nonnegative(), 'Id of the organization: the first part of the file’s path.'),
    filename: inPath(z.string(), 'The rest of the file’s path.', { takesRest: true }),
  },
  returns: { has_thumbnail: field(z.boolean(), 'Whether all thumbnails are ready.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The picture does not exist, or the caller did not upload it.' }],
  example: {
    request: { realm_id_str: 1, filename: '4e/m2A3MSqFnWRLUf9SaPzQ0Up_/sunset.png' },
    response: { has_thumbnail: true },
  },
})
