import type { Emoji } from '#parts/completion/emoji.ts'

export const groupNames = [
  'own',
  'faces',
  'people',
  'nature',
  'food',
  'activities',
  'travel',
  'objects',
  'symbols',
  'flags',
] as const
export type GroupName = (typeof groupNames)[number]

// Ranges of first code points, in the order in which they are looked at: exceptions stand before what they are taken from.
const ranges: readonly (readonly [from: number, to: number, GroupName])[] = [
  [0x1f1e6, 0x1f1ff, 'flags'],
  [0x1f3f3, 0x1f3f4, 'flags'],
  [0x1f38c, 0x1f38c, 'flags'],
  [0x1f6a9, 0x1f6a9, 'flags'],
  [0x1f3c1, 0x1f3c1, 'flags'],
  [0x1f600, 0x1f644, 'faces'],
  [0x1f910, 0x1f917, 'faces'],
  [0x1f920, 0x1f92f, 'faces'],
  [0x1f970, 0x1f97a, 'faces'],
  [0x1fae0, 0x1faef, 'faces'],
  [0x2639, 0x263a, 'faces'],
  [0x1f645, 0x1f64f, 'people'],
  [0x1f440, 0x1f487, 'people'],
  [0x1f90c, 0x1f91f, 'people'],
  [0x1f930, 0x1f93e, 'people'],
  [0x1f9b0, 0x1f9e6, 'people'],
  [0x1faf0, 0x1faff, 'people'],
  [0x1fac0, 0x1fac5, 'people'],
  [0x1f574, 0x1f575, 'people'],
  [0x1f590, 0x1f596, 'people'],
  [0x261d, 0x261d, 'people'],
  [0x270a, 0x270d, 'people'],
  [0x1f400, 0x1f43f, 'nature'],
  [0x1f980, 0x1f9af, 'nature'],
  [0x1f300, 0x1f32c, 'nature'],
  [0x1f330, 0x1f344, 'nature'],
  [0x1fab0, 0x1fabf, 'nature'],
  [0x2600, 0x2604, 'nature'],
  [0x2614, 0x2614, 'nature'],
  [0x2618, 0x2618, 'nature'],
  [0x26c4, 0x26c8, 'nature'],
  [0x1f32d, 0x1f32f, 'food'],
  [0x1f345, 0x1f37f, 'food'],
  [0x1f950, 0x1f96f, 'food'],
  [0x1f9c0, 0x1f9cb, 'food'],
  [0x1fad0, 0x1fadf, 'food'],
  [0x2615, 0x2615, 'food'],
  [0x1f380, 0x1f3cf, 'activities'],
  [0x1f3d0, 0x1f3d3, 'activities'],
  [0x1f3f5, 0x1f3ff, 'activities'],
  [0x1f93f, 0x1f94f, 'activities'],
  [0x26bd, 0x26be, 'activities'],
  [0x26f3, 0x26f9, 'activities'],
  [0x1f680, 0x1f6c5, 'travel'],
  [0x1f6e0, 0x1f6ff, 'travel'],
  [0x1f3d4, 0x1f3f0, 'travel'],
  [0x1f5fa, 0x1f5ff, 'travel'],
  [0x26e9, 0x26f2, 'travel'],
  [0x26fa, 0x26fd, 'travel'],
  [0x2708, 0x2708, 'travel'],
  [0x1f493, 0x1f4af, 'symbols'],
  [0x1f500, 0x1f50c, 'symbols'],
  [0x1f488, 0x1f5ff, 'objects'],
  [0x1f6cb, 0x1f6df, 'objects'],
  [0x1f9e7, 0x1f9ff, 'objects'],
  [0x1fa70, 0x1faaf, 'objects'],
  [0x2702, 0x2702, 'objects'],
  [0x2709, 0x270f, 'objects'],
]

function groupOf({ type, code }: Emoji): GroupName {
  if (type === 'realm_emoji') return 'own'
  const point = Number.parseInt(code, 16)
  return ranges.find(([from, to]) => point >= from && point <= to)?.[2] ?? 'symbols'
}

/** A group with its emoji, in the order of their codes; signs that are older than emoji stand last. */
export interface EmojiGroup {
  readonly name: GroupName
  readonly emoji: readonly Emoji[]
}

const isOld = ({ type, code }: Emoji) => type === 'unicode_emoji' && code.length < 5

/** Returns all emoji in groups, without groups that are empty. */
export function groupsOf(all: readonly Emoji[]): EmojiGroup[] {
  const byName = Map.groupBy(all, groupOf)
  return groupNames.flatMap((name) => {
    const emoji = byName.get(name)
    return emoji ? [{ name, emoji: emoji.toSorted((a, b) => Number(isOld(a)) - Number(isOld(b))) }] : []
  })
}
