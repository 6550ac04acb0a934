import type { Rendering } from './rendering.ts'

/** Continues with the constructs of lower rank. */
export type Rest = (text: string) => string

const strongEmphasis = /\*\*\*(?!\s)([^*^\n]+)(?<!\s)\*\*\*/g
const strong = /\*\*([^\n]+?)\*\*/g
const emphasis = /\*(?!\s)([^*^\n]+)(?<!\s)\*/g
const deleted = /(?<!~)~~([^~\n]+?)~~(?!~)/g

/** `***text***`. Has a higher rank than mentions and links. */
export function renderStrongEmphasis(text: string, rendering: Rendering, rest: Rest): string {
  if (!text.includes('***')) return text
  return text.replace(strongEmphasis, (_, inner: string) =>
    rendering.put(`<strong><em>${rest(inner)}</em></strong>`),
  )
}

/** `**text**`, on one line. */
export function renderStrong(text: string, rendering: Rendering, rest: Rest): string {
  if (!text.includes('**')) return text
  return text.replace(strong, (_, inner: string) => rendering.put(`<strong>${rest(inner)}</strong>`))
}

/** `*text*`, on one line, without spaces at its ends. Underscores have no meaning. */
export function renderEmphasis(text: string, rendering: Rendering, rest: Rest): string {
  if (!text.includes('*')) return text
  return text.replace(emphasis, (_, inner: string) => rendering.put(`<em>${rest(inner)}</em>`))
}

/** `~~text~~`, on one line. */
export function renderDeleted(text: string, rendering: Rendering, rest: Rest): string {
  if (!text.includes('~~')) return text
  return text.replace(deleted, (_, inner: string) => rendering.put(`<del>${rest(inner)}</del>`))
}
