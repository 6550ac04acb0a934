import type { OwnStatus } from '#state/own-status.ts'

/** Returns a status as the server takes it, and as its event tells it: an empty text clears a field. */
export function statusArgs({ text, emoji }: OwnStatus) {
  return {
    status_text: text,
    emoji_name: emoji?.name ?? '',
    ...(emoji ? { emoji_code: emoji.code, reaction_type: emoji.type } : {}),
  }
}

/** Returns the event of a status of one's own, for showing it at once. */
export const statusEvent = (userId: number, status: OwnStatus): Readonly<Record<string, unknown>> => ({
  type: 'user_status',
  user_id: userId,
  emoji_code: '',
  reaction_type: '',
  ...statusArgs(status),
})
