import type { MessageFlag } from '@tagma/contract/objects/message.ts'

/** Presents a user's flags of a message. */
export function withWildcards(isRead: boolean, stored: readonly MessageFlag[]): MessageFlag[] {
  const names: MessageFlag[] = isRead ? ['read', ...stored] : [...stored]
  if (names.includes('stream_wildcard_mentioned') || names.includes('topic_wildcard_mentioned'))
    names.push('wildcard_mentioned')
  return names
}
