import { plainText } from '#state/snippet.ts'

/** A piece of text; `isMatch`: a word that was searched for. */
export interface Piece {
  readonly text: string
  readonly isMatch: boolean
}

/** Characters that a result shows at most, and those before the first match. */
const longest = 240
const before = 40

// Private characters stand for the marks while the HTML becomes text.
const [opening, closing] = ['\uE000', '\uE001']

/**
 * Returns the part of a message around the first match. `html` is the server's, with matches in `span.highlight`; `words`
 * are marked where the server has marked nothing. Only text comes out: nothing of it can run.
 */
export function excerptOf(html: string, words: readonly string[]): readonly Piece[] {
  const marked = plainText(
    html
      .replaceAll(/[\uE000\uE001]/g, '')
      .replaceAll(/<span class="highlight">([^<]*)<\/span>/g, `${opening}$1${closing}`),
  )
  const text = marked.includes(opening) ? marked : withMarks(marked, words)
  return piecesOf(around(text))
}

function withMarks(text: string, words: readonly string[]): string {
  const escaped = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
  if (escaped.length === 0) return text
  return text.replaceAll(new RegExp(escaped.join('|'), 'giu'), (word) => `${opening}${word}${closing}`)
}

function around(text: string): string {
  const first = text.indexOf(opening)
  if (first <= 2 * before) return text.slice(0, longest)
  const from = text.indexOf(' ', first - before) + 1
  const start = from > 0 && from <= first ? from : first
  return `…${text.slice(start, start + longest)}`
}

function piecesOf(text: string): readonly Piece[] {
  return text
    .split(opening)
    .flatMap((part, at) => {
      if (at === 0) return [{ text: part, isMatch: false }]
      const [match = '', rest = ''] = part.split(closing)
      return [
        { text: match, isMatch: true },
        { text: rest, isMatch: false },
      ]
    })
    .filter((piece) => piece.text !== '')
}
