/**
 * Encodes a text for the fragment of an address as clients do: percent-encoding in which a dot stands for the percent
 * sign, so a dot itself is `.2E`.
 */
export function encodeHashComponent(text: string): string {
  // A list of messages has an address in each row, and the function of the language is slow.
  if (isAscii.test(text)) return text.replaceAll(/[^\w~-]/g, encodeCharacter)
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[%!'()*.]/g, (character) =>
    character === '%' ? '.' : encodeCharacter(character),
  )
}

const isAscii = /^[\u0000-\u007F]*$/

const encodeCharacter = (character: string) =>
  `.${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** Decodes a part of a fragment. Returns undefined for what nobody has encoded. */
export function decodeHashComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'))
  } catch {
    return undefined
  }
}

/** A channel in an address: its id, then its name for people, encoded. Only the id counts. */
export const channelSlug = (id: number, name: string): string =>
  `${id}-${encodeHashComponent(name.replaceAll(' ', '-'))}`

/** The people of a direct conversation in an address. `ids` are all who take part. */
export const directSlug = (ids: readonly number[]): string =>
  `${ids.toSorted((a, b) => a - b).join(',')}-${ids.length > 2 ? 'group' : 'dm'}`

/** Whether a name is still readable when it is encoded: less than 1.5 times as long. */
export const isReadable = (name: string): boolean => encodeHashComponent(name).length < name.length * 1.5
