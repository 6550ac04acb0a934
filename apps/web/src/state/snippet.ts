import { characterOf } from './emoji-character.ts'
import type { EmojiForm } from './emoji-form.ts'

/** The longest beginning of a message that a list shows, in characters. */
const longest = 160

/** An emoji: its code, and its name between colons. */
const emojiSpan = /<span[^>]*\bclass="emoji emoji-([0-9a-f-]+)"[^>]*>([^<]*)<\/span>/g

/**
 * Returns the beginning of a message as plain text on one line, for lists. Takes the server's HTML; its text only, so
 * nothing of it can run.
 */
export function snippetOf(html: string, form: EmojiForm = 'pictures'): string {
  const text = form === 'names' ? html.replace(emojiSpan, '$2') : html
  const all = plainText(text, longest * 4)
  return all.length > longest ? `${all.slice(0, longest - 1).trimEnd()}…` : all
}

/**
 * Returns the text of a message on one line, without what spoilers hide and without previews of pages. Takes the server's
 * HTML; `most` bounds the work on long ones.
 */
export function plainText(html: string, most = Number.POSITIVE_INFINITY): string {
  return withoutBoxes(html)
    .replace(/<(?:br|\/p|\/li|\/div|\/blockquote|\/h\d|\/td|\/th|\/pre)[^>]*>/g, ' ')
    .replace(emojiSpan, (_, code: string) => characterOf(code) ?? '')
    .replace(/<img[^>]*\balt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<audio[^>]*\btitle="([^"]*)"[^>]*>/g, '$1')
    .replace(/<annotation[^>]*>[\s\S]*?<\/annotation>/g, '')
    .replace(/<[^>]*>/g, '')
    .slice(0, most)
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

const boxStart = /<div class="(?:spoiler-content|message_embed)"[^>]*>/g
const divEdge = /<(\/?)div\b[^>]*>/g

/** Takes out the hidden parts of spoilers and the previews of pages, with all that they hold. */
function withoutBoxes(html: string): string {
  let text = ''
  let done = 0
  for (const { index, 0: start } of html.matchAll(boxStart)) {
    // It is inside of one that is gone already.
    if (index < done) continue
    text += html.slice(done, index)
    done = endOfDiv(html, index + start.length)
    text += start.includes('spoiler') ? ' (…) ' : ' '
  }
  return text + html.slice(done)
}

/** Returns where a div ends whose content begins at `from`. */
function endOfDiv(html: string, from: number): number {
  let depth = 1
  divEdge.lastIndex = from
  for (let edge = divEdge.exec(html); edge; edge = divEdge.exec(html)) {
    depth += edge[1] === '/' ? -1 : 1
    if (depth === 0) return divEdge.lastIndex
  }
  return html.length
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}
