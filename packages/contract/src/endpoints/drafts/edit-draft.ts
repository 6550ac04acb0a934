import { endpoint, inPath, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { newDraft } from '../../objects/draft.ts'
import { id } from '../../primitives.ts'

export const editDraft = endpoint({
  id: 'edit-draft',
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  role: 'guest',
  summary: 'Replace a draft by another.',
  maxFormBytes: limits.maxLongFormBytes,
  params: {
    draft_id: inPath(id('draft'), 'The draft.'),
    draft: json(newDraft, 'What takes its place.'),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'A draft for a channel names not exactly one, an id is unknown, a text holds null bytes or is too long, the draft does not exist, or the caller has switched off `enable_drafts_synchronization`.',
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
