import type { State } from '@tagma/sync/state.ts'
import { remember } from '#state/remember.ts'
import { allEmoji, type Emoji } from './emoji.ts'

interface BuiltIn {
  readonly names: Readonly<Record<string, readonly string[]>>
  readonly extra: { readonly name: string; readonly url: string }
}

const made = remember(({ names, extra }: BuiltIn, own: State['realm_emoji']): readonly Emoji[] =>
  allEmoji(
    names,
    Object.values(own ?? {}).map(({ id, name, source_url, deactivated }) => ({
      id,
      name,
      url: source_url,
      deactivated,
    })),
    extra,
  ),
)

let builtIn: BuiltIn | undefined

/** Returns all emoji. The names of those of Unicode are loaded at first use. */
export async function loadEmoji(own: State['realm_emoji']): Promise<readonly Emoji[]> {
  if (!builtIn) {
    const { codeToNames, extraEmoji } = await import('@tagma/markdown/emoji-names.ts')
    builtIn = { names: codeToNames(), extra: extraEmoji }
  }
  return made(builtIn, own)
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
