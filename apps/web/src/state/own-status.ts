import type { Known } from './known.ts'

/** The reader’s status, as everybody sees it. */
export interface OwnStatus {
  /** Empty: no text. */
  readonly text: string
  /** Undefined: no emoji. */
  readonly emoji: StatusEmojiOf | undefined
}

export interface StatusEmojiOf {
  readonly name: string
  readonly code: string
  readonly type: 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji'
}

export const noStatus: OwnStatus = { text: '', emoji: undefined }

/** The status that the reader has set. */
export const ownStatus = ({ state }: Pick<Known, 'state'>): OwnStatus =>
  statusFrom(state?.user_status?.[String(state.user_id)] ?? {})

/** Reads a status as the server tells it. */
export function statusFrom({
  status_text: text = '',
  emoji_name: name,
  emoji_code: code,
  reaction_type: type,
}: {
  readonly status_text?: string | undefined
  readonly emoji_name?: string | undefined
  readonly emoji_code?: string | undefined
  readonly reaction_type?: string | undefined
}): OwnStatus {
  const hasEmoji = name !== undefined && name !== '' && code !== undefined && type !== undefined
  return { text, emoji: hasEmoji ? { name, code, type: type as StatusEmojiOf['type'] } : undefined }
}

export const isSameStatus = (a: OwnStatus, b: OwnStatus): boolean =>
  a.text === b.text && a.emoji?.name === b.emoji?.name && a.emoji?.code === b.emoji?.code
