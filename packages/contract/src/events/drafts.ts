import * as z from 'zod'
import { event, field } from '../define.ts'
import { draft } from '../objects/draft.ts'

const example = {
  id: 1,
  type: 'stream' as const,
  to: [3],
  topic: 'colors',
  content: 'Warm',
  timestamp: 1595479019,
}

export const draftsAddEvent = event({
  type: 'drafts',
  op: 'add',
  doc: 'The user saved drafts.',
  fields: { drafts: field(z.array(draft), 'The new drafts.') },
  example: { type: 'drafts', op: 'add', drafts: [example], id: 65536 },
})

export const draftsUpdateEvent = event({
  type: 'drafts',
  op: 'update',
  doc: 'The user edited a draft.',
  fields: { draft: field(draft, 'The draft after the change.') },
  example: { type: 'drafts', op: 'update', draft: example, id: 65537 },
})

export const draftsRemoveEvent = event({
  type: 'drafts',
  op: 'remove',
  doc: 'The user deleted a draft, or it was sent.',
  fields: { draft_id: field(z.int(), 'Id of the draft.') },
  example: { type: 'drafts', op: 'remove', draft_id: 1, id: 65538 },
})
