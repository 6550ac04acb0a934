import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { fold, remembered } from '#text/fold.ts'

type Stem = (word: string) => string

/** Languages whose words are reduced to stems, each with common words that identify it. */
const languages: readonly { readonly stem: Stem; readonly common: string }[] = [
  { stem: english, common: 'the and is are was of to that it for with you have this not be we on' },
  {
    stem: german,
    common: 'der die das und ist nicht ein eine wir ich mit auf für sind es wird auch den dem',
  },
  { stem: french, common: 'le la les et est des une pas nous vous que pour dans avec sur je il ce au' },
  { stem: spanish, common: 'el los las y es una que por con para del se lo como pero más está hay' },
  { stem: italian, common: 'il gli e è una che non per con sono del della nel anche questo ho ci ma' },
  { stem: portuguese, common: 'o os e é uma que não por com para do da em no na mas são isso você' },
  { stem: dutch, common: 'de het een en is niet dat we ik van met voor op zijn aan maar ook er' },
  { stem: swedish, common: 'och är att det som en ett inte vi jag med för på av har kan den till' },
  { stem: danish, common: 'og er at det som en et ikke vi jeg med for på af har kan den til' },
  { stem: norwegian, common: 'og er at det som en et ikke vi jeg med for på av har kan den til' },
  { stem: finnish, common: 'ja on ei se että me minä mutta kun niin oli myös tämä ovat joka sen' },
]

const byCommonWord = new Map<string, number[]>()
for (const [index, { common }] of languages.entries())
  for (const word of common.split(' ')) byCommonWord.set(word, [...(byCommonWord.get(word) ?? []), index])

const longestCommon = Math.max(...Array.from(byCommonWord.keys(), ({ length }) => length))

/** A typed word and its token in the index, both without accents. Equal words share one object. */
export interface WordForm {
  readonly word: string
  readonly token: string
}

/** Gives the form of a word in lower case. */
export type FormOf = (word: string) => WordForm

const forms: readonly FormOf[] = languages.map(({ stem }) =>
  remembered((word) => ({ word: fold(word), token: fold(safely(stem, word)) })),
)

/** Chooses how to reduce the words of a text: by the language that most of its common words belong to. */
export function formsIn(words: readonly string[]): FormOf {
  const votes = languages.map(() => 0)
  for (const word of words) {
    // Most words are longer: to look them up would take most of the time.
    if (word.length > longestCommon) continue
    const indexes = byCommonWord.get(word)
    if (indexes) for (const index of indexes) votes[index] = (votes[index] ?? 0) + 1
  }
  return forms[votes.indexOf(Math.max(...votes))] ?? forms[0] ?? plain
}

const plain: FormOf = (word) => ({ word, token: word })

/** The tokens that a word in lower case has in the languages, each in its own. */
export const tokensOf = (word: string): string[] => forms.map((formOf) => formOf(word).token)

/** All stems that a word can have, in any of the languages. */
export function stemsOf(word: string): string[] {
  return [...new Set([word, ...languages.map(({ stem }) => safely(stem, word)), safely(russian, word)])]
}

const cyrillic = /\p{Script=Cyrillic}/u

function safely(stem: Stem, word: string): string {
  if (cyrillic.test(word)) return russian(word) || word
  return stem(word) || word
}
