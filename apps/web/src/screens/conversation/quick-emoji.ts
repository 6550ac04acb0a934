import { recentEmoji } from '#parts/completion/emoji-source.ts'
import { type Emoji, popular } from '#parts/completion/emoji.ts'

/** Number of emoji in the row of a message's menu. */
const count = 6

/** Returns the emoji that were used last on this device, filled up with popular ones. */
export function quickEmoji(all: readonly Emoji[]): readonly Emoji[] {
  const byName = new Map(all.map((emoji) => [emoji.name, emoji]))
  const names = new Set([...recentEmoji(), ...popular])
  return [...names].flatMap((name) => byName.get(name) ?? []).slice(0, count)
}
