import type { ProfileField } from '@tagma/contract/objects/profile-field.ts'

/** The kinds of profile fields, by number. */
export const fieldKinds = {
  shortText: 1,
  longText: 2,
  list: 3,
  date: 4,
  link: 5,
  people: 6,
  account: 7,
  pronouns: 8,
} as const satisfies Record<string, ProfileField['type']>

/** Characters that the server takes in a long text, and in any other. */
const longest = { [fieldKinds.longText]: 500, [fieldKinds.link]: 2048 }
const usualLongest = 50

export const longestOf = ({ type }: Pick<ProfileField, 'type'>): number =>
  (longest as Partial<Record<ProfileField['type'], number>>)[type] ?? usualLongest

/** A choice of a list: its key, which is the value of the field, and its text. */
export interface FieldOption {
  readonly key: string
  readonly text: string
}

/** Returns the choices of a list in their order. */
export function optionsOf({ field_data }: Pick<ProfileField, 'field_data'>): readonly FieldOption[] {
  const parsed = parse(field_data)
  if (typeof parsed !== 'object' || parsed === null) return []
  const entries = Object.entries(parsed as Readonly<Record<string, { text?: string; order?: string }>>)
  return entries
    .toSorted(([, a], [, b]) => Number(a.order ?? 0) - Number(b.order ?? 0))
    .map(([key, { text }]) => ({ key, text: text ?? key }))
}

/** Returns the ids of the people in a value of a field of people. */
export function peopleIn(value: string): readonly number[] {
  const parsed = parse(value)
  return Array.isArray(parsed) ? parsed.filter((id): id is number => typeof id === 'number') : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Empty for none; older organizations keep values that no client wrote.
    return undefined
  }
}
