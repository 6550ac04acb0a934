import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const removeAttachment = endpoint({
  id: 'remove-attachment',
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  role: 'guest',
  scope: 'files:write',
  since: 179,
  summary: 'Delete one of your uploads.',
  doc: 'Messages keep their links to the file, but these no longer work. Files without a link in a message, draft, snippet or scheduled message are deleted automatically five weeks after the upload.',
  params: { attachment_id: inPath(id('attachment'), 'The attachment.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The file does not exist, or the caller did not upload it.' }],
  example: { request: { attachment_id: 1 }, response: {} },
})
