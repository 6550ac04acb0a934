/** An open topic of a channel. */
export interface OpenTopic {
  readonly name: string
  /** Larger for topics with newer messages. */
  readonly lastId: number
}

export type TitleSuggestion =
  /** A title made of the message's own words. */
  | { readonly kind: 'words'; readonly title: string }
  /** An open topic that shares words with the message. */
  | { readonly kind: 'topic'; readonly title: string }

// Words that tell nothing by themselves, in the languages of the page.
const common: ReadonlySet<string> = new Set(
  (
    'a about after all also am an and any anybody anyone are as at be because been before but by can could did do does everybody everyone for from get give go had has have he hello her hey hi him his how i if in into is it its just know let lets like made make maybe me more most my need no nobody not now of off ok okay on one only or order our out over please put really say see seen she should since so some someone something take than thanks that the their them then there these they think this those to today tomorrow too up us want was we were what when where which while who whom why will with would yes yesterday yet you your ' +
    'aber alle als am an auch auf aus bei bin bis bitte da danke das dass dein dem den denke denn der des die dies diese doch du durch ein eine einem einen einer er es etwas euch für gibt glaube habe haben hallo hat heute ich ihr im in ist ja jemand jetzt kann kein keine könnte mal man mehr mein mit morgen nach nein nicht niemand noch nur oder ohne schon sein sich sie sind so soll über um und uns unser vielleicht vom von vor war was weil weiß welche welchen welcher welches wenn wer werden wie wir wird wo wollen zu zum zur'
  ).split(' '),
)

/** The most words in a title that is made up. */
const mostWords = 4

/**
 * Returns titles for a message, the likeliest first, at most three: an open topic that shares telling words, and the first
 * telling words of the message. `most` is the longest title in code points.
 */
export function suggestTitles(
  message: string,
  topics: readonly OpenTopic[],
  { most, locale }: { readonly most: number; readonly locale: string },
): TitleSuggestion[] {
  const words = tellingWords(message, locale)
  if (words.length === 0) return []
  const made = titlesOf(message, words, { most, locale })
  const shared = sharingTopics(new Set(words.map(({ key }) => key)), topics, locale)
  const known = new Set(shared.map(({ title }) => title.toLowerCase()))
  const ownWords = made.filter((title) => !known.has(title.toLowerCase()))
  return [
    ...ownWords.slice(0, 1).map((title) => ({ kind: 'words' as const, title })),
    ...shared.slice(0, 2),
    ...ownWords.slice(1).map((title) => ({ kind: 'words' as const, title })),
  ].slice(0, 3)
}

interface Word {
  readonly text: string
  /** As it is compared. */
  readonly key: string
  readonly start: number
  readonly end: number
}

/** Finds the words of a message that tell what it is about, in their order. Code, addresses and mentions tell nothing. */
function tellingWords(message: string, locale: string): Word[] {
  const text = message
    .replaceAll(
      /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+|[@#]_?\*{1,2}[^*\n]*\*{1,2}|:[\w+-]+:|\]\([^)]*\)/g,
      (match) => ' '.repeat(match.length),
    )
    .slice(0, 1000)
  const segments = new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)
  return [...segments].flatMap(({ segment, index, isWordLike }) => {
    const key = stem(segment)
    const isTelling =
      isWordLike && [...segment].length > 1 && !common.has(segment.toLowerCase()) && !/^\d+$/.test(segment)
    return isTelling ? [{ text: segment, key, start: index, end: index + segment.length }] : []
  })
}

/** Returns a word without case and the endings of its plural: enough to recognize it in a title. */
function stem(word: string): string {
  const lower = word.toLowerCase()
  return lower.length > 4 ? lower.replace(/(?:es|en|s|n)$/, '') : lower
}

/** The most letters of a title that is taken from a message as it stands. */
const mostLetters = 40

/** Makes titles: the first words that stand together, and the first telling words with what stands between them. */
function titlesOf(
  message: string,
  words: readonly Word[],
  { most, locale }: { most: number; locale: string },
): string[] {
  const [first] = words
  if (!first) return []
  let run = 1
  while (run < mostWords && words[run] && isNext(message, words[run - 1], words[run])) run++
  const telling = (count: number) =>
    fitting(
      words.slice(0, count).map(({ text }) => text),
      most,
    )
  const asWritten = phraseOf(message, words, Math.min(most, mostLetters))
  // One word alone is rarely a title where there are more.
  const phrases = [run > 1 || words.length === 1 ? telling(run) : '', asWritten ?? telling(mostWords - 1)]
    .filter(Boolean)
    .map((title) =>
      isAcronym(title) || hasNounsInCapitals(locale)
        ? title
        : title.replace(/^./u, (letter) => letter.toLocaleLowerCase(locale)),
    )
  return [...new Set(phrases)]
}

/** Returns what stands from the first telling word to another one, without a break: whole words of the message, read as a title. */
function phraseOf(message: string, words: readonly Word[], most: number): string | undefined {
  const start = words[0]?.start ?? 0
  let last = 0
  while (
    last + 1 < Math.min(words.length, mostWords) &&
    /^[\p{L}\p{M}\p{N} ’'–/-]+$/u.test(message.slice(words[last]?.end, words[last + 1]?.start)) &&
    [...message.slice(start, words[last + 1]?.end)].length <= most
  )
    last++
  return last > 0 ? message.slice(start, words[last]?.end) : undefined
}

const hasNounsInCapitals = (locale: string) => locale.startsWith('de')

const isAcronym = (title: string) => /^\p{Lu}{2}/u.test(title)

function isNext(message: string, before: Word | undefined, after: Word | undefined): boolean {
  return (
    before !== undefined && after !== undefined && /^[ \-–/]$/.test(message.slice(before.end, after.start))
  )
}

function fitting(words: readonly string[], most: number): string {
  let count = words.length
  while (count > 0 && [...words.slice(0, count).join(' ')].length > most) count--
  return words.slice(0, count).join(' ')
}

/** Finds open topics with telling words of the message: those that share most come first, then the newest. */
function sharingTopics(
  words: ReadonlySet<string>,
  topics: readonly OpenTopic[],
  locale: string,
): TitleSuggestion[] {
  return topics
    .filter(({ name }) => name !== '' && !name.startsWith('✔'))
    .map(({ name, lastId }) => {
      const own = new Set(tellingWords(name, locale).map(({ key }) => key))
      const shared = [...own].filter((word) => words.has(word)).length
      return { name, lastId, shared, share: own.size === 0 ? 0 : shared / own.size }
    })
    .filter(({ share }) => share >= 0.5)
    .toSorted((a, b) => b.shared - a.shared || b.share - a.share || b.lastId - a.lastId)
    .map(({ name }) => ({ kind: 'topic', title: name }))
}
