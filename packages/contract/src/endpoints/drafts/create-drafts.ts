import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { newDraft } from '../../objects/draft.ts'

export const createDrafts = endpoint({
  id: 'create-drafts',
  method: 'POST',
  path: '/drafts',
  role: 'guest',
  scope: 'messages:write',
  summary: 'Save drafts on the server.',
  doc: 'The caller’s other clients get `drafts` events. The call saves all of the drafts, or none of them if it fails.',
  maxFormBytes: limits.maxLongFormBytes,
  params: {
    drafts: json(z.array(newDraft).max(limits.maxDraftsPerCall).default([]), 'The drafts.'),
  },
  returns: { ids: field(z.array(z.int()), 'Ids of the drafts, in the order of the request.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'A draft for a channel does not name exactly one channel, an id is unknown, a text is too long or holds null bytes, or the caller has switched off `enable_drafts_synchronization`.',
    },
  ],
  example: {
    request: {
      drafts: [{ type: 'stream', to: [3], topic: 'colors', content: 'Warm', timestamp: 1595479019 }],
    },
    response: { ids: [1] },
  },
})
