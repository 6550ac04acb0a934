import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const archiveStream = endpoint({
  id: 'archive-stream',
  method: 'DELETE',
  path: '/streams/{stream_id}',
  role: 'guest',
  scope: 'channels:write',
  summary: 'Archive a channel.',
  doc: 'Nothing is deleted. To restore the channel, call PATCH /streams/{stream_id} with `is_archived` false.',
  params: { stream_id: inPath(id('channel'), 'The channel.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The channel does not exist, or the caller may not administer it.',
    },
  ],
  example: { request: { stream_id: 5 }, response: {} },
})
