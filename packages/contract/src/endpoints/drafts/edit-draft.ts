import { endpoint, inPath, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { newDraft } from '../../objects/draft.ts'
import { id } from '../../primitives.ts'

export const editDraft = endpoint({
  id: 'edit-draft',
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  role: 'guest',
  scope: 'messages:write',
  summary: 'Replace a draft.',
  maxFormBytes: limits.maxLongFormBytes,
  params: {
    draft_id: inPath(id('draft'), 'The draft.'),
    draft: json(newDraft, 'The new draft.'),
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', status: 404, when: 'The draft does not exist, or is not the caller’s.' },
    {
      code: 'BAD_REQUEST',
      when: 'A draft for a channel does not name exactly one channel, an id is unknown, a text is too long or holds null bytes, or the caller has switched off `enable_drafts_synchronization`.',
    },
  ],
  example: {
    request: {
      draft_id: 1,
      draft: { type: 'stream', to: [3], topic: 'colors', content: 'Warm', timestamp: 1595479019 },
    },
    response: {},
  },
})
