import type { WordId } from '#words/words.ts'

/** Frequent statuses: the canonical name of an emoji, and a text. */
export const statusPresets = [
  { emoji: 'calendar', text: 'status.meeting' },
  { emoji: 'bus', text: 'status.commuting' },
  { emoji: 'sick', text: 'status.sick' },
  { emoji: 'palm_tree', text: 'status.vacation' },
  { emoji: 'house', text: 'status.remote' },
  { emoji: 'office', text: 'status.office' },
] as const satisfies readonly { readonly emoji: string; readonly text: WordId }[]
