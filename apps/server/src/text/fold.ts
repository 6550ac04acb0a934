export const ascii = /^[\x00-\x7f]*$/

/** Small letters, compatibility forms replaced. */
export const lower = (text: string) => (ascii.test(text) ? text : text.normalize('NFKC')).toLowerCase()

/** Without accents, so that people who do not type them find what has them. */
export const fold = (text: string) =>
  ascii.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .normalize('NFC')

/** A function of a word that keeps its latest results, because few words make up most of what is written. */
export function remembered<T>(compute: (word: string) => T): (word: string) => T {
  const results = new Map<string, T>()
  return (word) => {
    if (word.length > 60) return compute(word)
    let result = results.get(word)
    if (result === undefined) {
      if (results.size >= 50_000) results.clear()
      results.set(word, (result = compute(word)))
    }
    return result
  }
}
