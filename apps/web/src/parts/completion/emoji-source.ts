import type { State } from '@tagma/sync/state.ts'
import { remember } from '#state/remember.ts'
import { allEmoji, type Emoji } from './emoji.ts'

const made = remember(
  (names: Readonly<Record<string, readonly string[]>>, own: State['realm_emoji']): readonly Emoji[] =>
    allEmoji(
      names,
      Object.values(own ?? {}).map(({ id, name, source_url, deactivated }) => ({
        id,
        name,
        url: source_url,
        deactivated,
      })),
    ),
)

let names: Record<string, string[]> | undefined

/** Returns all emoji. The names of those of Unicode are loaded at first use. */
export async function loadEmoji(own: State['realm_emoji']): Promise<readonly Emoji[]> {
  names ??= (await import('@tagma/markdown/emoji-names.ts')).codeToNames()
  return made(names, own)
}

const key = 'tagma emoji'
const most = 24

/** Returns the names of the emoji that were used last on this device. */
export function recentEmoji(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []
  } catch {
    // Forbidden, or written by somebody else.
    return []
  }
}

/** Notes that an emoji was used. */
export function noteEmoji(name: string): void {
  try {
    localStorage.setItem(
      key,
      JSON.stringify([name, ...recentEmoji().filter((other) => other !== name)].slice(0, most)),
    )
  } catch {
    // Forbidden or full: nothing is remembered.
  }
}
