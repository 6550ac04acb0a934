import type { OwnStatus } from '#state/own-status.ts'

/** Returns the fields of a status in a call and in an event. An empty text clears a field. */
export function statusArgs({ text, emoji }: OwnStatus) {
  return {
    status_text: text,
    emoji_name: emoji?.name ?? '',
    ...(emoji ? { emoji_code: emoji.code, reaction_type: emoji.type } : {}),
  }
}

/** Returns the event that shows the reader's status before the server answers. */
export const statusEvent = (userId: number, status: OwnStatus): Readonly<Record<string, unknown>> => ({
  type: 'user_status',
  user_id: userId,
  emoji_code: '',
  reaction_type: '',
  ...statusArgs(status),
})
