/** The longest name of a custom emoji. */
const longest = 100

/** Returns the name that a typed text stands for, as the server takes it. */
export const emojiNameFrom = (typed: string): string => typed.trim().toLowerCase().replaceAll(' ', '_')

/** Returns a name for the emoji of a picture, by the name of its file. Empty if no letter of it can be used. */
export function emojiNameOfFile(file: string): string {
  const plain = file
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
  return plain
    .replace(/\p{M}/gu, '')
    .replace(/[^0-9a-z_-]+/g, '_')
    .slice(0, longest)
    .replace(/^[_-]+|[_-]+$/g, '')
}

/** Reasons why a name cannot be used. `built-in`: the name of a usual emoji, which administrators may use. */
export type EmojiNameProblem = 'none' | 'long' | 'letters' | 'end' | 'taken' | 'twice' | 'built-in'

interface Names {
  /** Of custom emoji in use. */
  readonly taken: ReadonlySet<string>
  /** Of usual emoji. */
  readonly builtIn: ReadonlySet<string>
  /** Of the other emoji that are about to be added. */
  readonly others: readonly string[]
}

/** Returns what is wrong with the name of a new emoji, or undefined. */
export function emojiNameProblem(
  name: string,
  { taken, builtIn, others }: Names,
): EmojiNameProblem | undefined {
  if (name === '') return 'none'
  if (name.length > longest) return 'long'
  if (!/^[0-9a-z_-]+$/.test(name)) return 'letters'
  if (!/[0-9a-z]$/.test(name)) return 'end'
  if (taken.has(name)) return 'taken'
  if (others.includes(name)) return 'twice'
  return builtIn.has(name) ? 'built-in' : undefined
}
