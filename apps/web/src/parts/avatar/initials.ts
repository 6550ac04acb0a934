/** The number of colours of initials: `--initials-0` and so on. */
export const initialColours = 12

const withCapitals = /[\p{Lu}\p{Ll}\p{Lt}]/u

/**
 * Returns the letters that stand for a person without a picture: the first ones of the first and the last word; one for a
 * single word, and two in a script without capitals, where a word is often a whole name.
 */
export function initials(name: string): string {
  let found = known.get(name)
  if (found === undefined) known.set(name, (found = makeInitials(name)))
  return found
}

/** Taking words apart is slow, and each list of messages shows the same people many times. */
const known = new Map<string, string>()

function makeInitials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [first] = words
  if (first === undefined) return '?'
  const letters = lettersOf(first)
  if (words.length === 1) {
    const count = withCapitals.test(first) ? 1 : 2
    return letters.slice(0, count).join('').toLocaleUpperCase()
  }
  return `${letters[0] ?? ''}${lettersOf(words.at(-1)!)[0] ?? ''}`.toLocaleUpperCase()
}

/** Made once: making one takes longer than using it. */
let segmenter: Intl.Segmenter | undefined

/** The letters and digits of a word, as people see them: a letter keeps its marks. */
function lettersOf(word: string): string[] {
  segmenter ??= new Intl.Segmenter()
  return [...segmenter.segment(word)]
    .map(({ segment }) => segment)
    .filter((segment) => /[\p{L}\p{N}]/u.test(segment))
}

/** Returns an address that the page may load a picture from: one of this server. Others would tell it who reads. */
export function ownPicture(url: string | null | undefined, origin: string): string | undefined {
  if (url == null || url === '' || !URL.canParse(url, origin)) return undefined
  const { href, origin: from } = new URL(url, origin)
  return from === origin ? href : undefined
}
