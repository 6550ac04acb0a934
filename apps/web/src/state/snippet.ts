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
  return plainText(text, longest * 4).slice(0, longest)
}

/** Returns the text of a message on one line. Takes the server's HTML; `most` bounds the work on long ones. */
export function plainText(html: string, most = Number.POSITIVE_INFINITY): string {
  return html
    .replace(/<div class="spoiler-block">[\s\S]*?<\/div>/g, ' ')
    .replace(/<(?:br|\/p|\/li|\/div|\/blockquote|\/h\d|\/td|\/th|\/pre)[^>]*>/g, ' ')
    .replace(emojiSpan, (_, code: string) => characterOf(code) ?? '')
    .replace(/<img[^>]*\balt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<annotation[^>]*>[\s\S]*?<\/annotation>/g, '')
    .replace(/<[^>]*>/g, '')
    .slice(0, most)
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}
