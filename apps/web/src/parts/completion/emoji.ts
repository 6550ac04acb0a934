import { fitOf, folded } from './match.ts'
import { best } from './suggestion.ts'

/** An emoji with the names that find it. */
export interface Emoji {
  /** The canonical name, as reactions and messages carry it. */
  readonly name: string
  /** Code points in hexadecimal, or the id of one of the organization's own. */
  readonly code: string
  readonly type: 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji'
  readonly names: readonly string[]
  /** The address of a picture. Undefined for emoji that the reader's system draws. */
  readonly url?: string
}

/** Canonical names of emoji that people look for most: they come first, and a letter or two finds them. */
export const popular = [
  '+1',
  'tada',
  'smile',
  'heart',
  'check',
  'eyes',
  'folded_hands',
  'joy',
  'thinking',
  'clap',
  'fire',
  'rocket',
]

/** Returns the emoji that a query means: exact names, then used lately, then popular ones, then the rest. */
export function searchEmoji(
  all: readonly Emoji[],
  query: string,
  { recent, count }: { readonly recent: readonly string[]; readonly count: number },
): Emoji[] {
  const asked = folded(query).replaceAll(' ', '_')
  return best(
    all,
    ({ name, names }) => {
      const fits = names.map((one) => fitOf(asked, one)).filter((fit) => fit !== undefined)
      if (fits.length === 0) return undefined
      const fit = Math.min(...fits)
      return [fit === 0 ? 0 : fit === 3 ? 2 : 1, placeIn(recent, name), placeIn(popular, name), fit]
    },
    count,
  )
}

const placeIn = (names: readonly string[], name: string) => {
  const place = names.indexOf(name)
  return place < 0 ? names.length : place
}

/** Returns all emoji: Unicode's, `extra`, and the organization's own. An own emoji hides any other with its name. */
export function allEmoji(
  codeToNames: Readonly<Record<string, readonly string[]>>,
  own: readonly {
    readonly id: string
    readonly name: string
    readonly url: string
    readonly deactivated: boolean
  }[],
  extra: { readonly name: string; readonly url: string },
): Emoji[] {
  const active = own.filter(({ deactivated }) => !deactivated)
  const taken = new Set(active.map(({ name }) => name))
  const unicode = Object.entries(codeToNames).flatMap(([code, names]): Emoji[] => {
    const left = names.filter((name) => !taken.has(name))
    const [name] = left
    return name === undefined ? [] : [{ name, code, type: 'unicode_emoji', names: left }]
  })
  return [
    ...active.map(({ id, name, url }) => ({
      name,
      code: id,
      type: 'realm_emoji' as const,
      names: [name],
      url,
    })),
    ...unicode,
    ...(taken.has(extra.name)
      ? []
      : [{ ...extra, code: extra.name, type: 'service_extra_emoji' as const, names: [extra.name] }]),
  ]
}
