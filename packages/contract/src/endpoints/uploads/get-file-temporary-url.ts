import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'

export const getFileTemporaryUrl = endpoint({
  id: 'get-file-temporary-url',
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename}',
  role: 'guest',
  scope: 'files:read',
  since: 1,
  summary: 'Get an address that opens an upload for a minute without credentials.',
  params: {
    realm_id_str: inPath(z.int().nonnegative(), 'Id of the organization: the first part of the file’s path.'),
    filename: inPath(z.string(), 'The rest of the file’s path.', { takesRest: true }),
  },
  returns: { url: field(z.string(), 'The path that opens the file for 60 seconds.') },
  errors: [
    { code: 'BAD_REQUEST', status: 404, when: 'The file does not exist, or the caller may not open it.' },
  ],
  example: {
    request: { realm_id_str: 1, filename: '4e/m2A3MSqFnWRLUf9SaPzQ0Up_/notes.txt' },
    response: { url: '/user_uploads/temporary/MTAuMTc2/notes.txt' },
  },
})
