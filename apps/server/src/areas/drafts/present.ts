import type { Draft } from '@tagma/contract/objects/draft.ts'
import type { DraftRow } from '#store/personal/drafts.ts'

/** A draft as the API gives it. */
export function presentDraft(row: Omit<DraftRow, 'user_id'>): Draft {
  return {
    id: row.id,
    type: row.type as Draft['type'],
    to: JSON.parse(row.recipients) as number[],
    topic: row.topic,
    content: row.content,
    timestamp: row.edited_at,
  }
}
