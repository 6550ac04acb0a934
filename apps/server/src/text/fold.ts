export const ascii = /^[\x00-\x7f]*$/

/** Lower case, with compatibility forms such as `ﬁ` replaced. */
export const lower = (text: string) => (ascii.test(text) ? text : text.normalize('NFKC')).toLowerCase()

/** Without accents: people who do not type accents find words that have them. */
export const fold = (text: string) =>
  ascii.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .normalize('NFC')

/** Wraps a function of a word so that it remembers its latest results: few words make up most texts. */
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
