import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const removeAttachment = endpoint({
  id: 'remove-attachment',
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  role: 'guest',
  since: 179,
  summary: 'Delete something that one has uploaded.',
  doc: 'Messages that link the file keep their links, which lead nowhere then. Files that no message, draft, snippet or scheduled message links are deleted by themselves five weeks after they were uploaded.',
  params: { attachment_id: inPath(id('attachment'), 'The attachment.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The caller has uploaded no such file.' }],
  example: { request: { attachment_id: 1 }, response: {} },
})
