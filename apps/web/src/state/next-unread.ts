import type { Conversation } from './conversations.ts'

/** Returns the first conversation behind the present one, in the order given, that fits. Behind the last one comes the first. */
export function nextOf(
  ordered: readonly Conversation[],
  presentKey: string | undefined,
  fits: (conversation: Conversation) => boolean,
): Conversation | undefined {
  const at = ordered.findIndex(({ key }) => key === presentKey)
  return [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(at, 0))].find(fits)
}
