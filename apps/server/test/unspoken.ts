import { decodeReferences } from '#text/html-text.ts'

/** Names that are the same in all languages. */
const names = ['Tagma', 'SHA']

const spokenAttribute = /\b(?:alt|aria-label|placeholder|title|data-none|data-failed|data-hide)="([^"]*)"/g

/**
 * Returns the words of a page that are in no catalog. The page is in a pseudo-language, whose texts are in brackets;
 * `values` are names that may stand outside of them.
 */
export function unspoken(html: string, values: readonly string[] = []): string[] {
  const attributes = Array.from(html.matchAll(spokenAttribute), ([, value]) => value)
  const texts = html.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/<[^>]*>/g, '\n')
  let left = decodeReferences([texts, ...attributes].join('\n'))
  // A text may have another one as a value.
  for (let before = ''; before !== left;) {
    before = left
    left = left.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
  }
  for (const value of [...names, ...values]) left = left.replaceAll(value, '')
  return left.match(/\p{L}{2,}/gu) ?? []
}
