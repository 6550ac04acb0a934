import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { draft } from '../../objects/draft.ts'

export const getDrafts = endpoint({
  id: 'get-drafts',
  method: 'GET',
  path: '/drafts',
  role: 'guest',
  scope: 'messages:read',
  summary: 'Fetch your drafts.',
  params: {},
  returns: {
    count: field(z.int(), 'The number of drafts.'),
    drafts: field(z.array(draft), 'The drafts, the last edited one first.'),
  },
  example: {
    request: {},
    response: {
      count: 1,
      drafts: [{ id: 1, type: 'stream', to: [3], topic: 'colors', content: 'Warm', timestamp: 1595479019 }],
    },
  },
})
