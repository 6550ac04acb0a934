import { characterOf } from './emoji-character.ts'

/** The longest beginning of a message that a list shows, in characters. */
const longest = 160

/**
 * Returns the beginning of a message as plain text on one line, for lists. Takes the server's HTML; its text only, so
 * nothing of it can run.
 */
export function snippetOf(html: string): string {
  return plainText(html, longest * 4).slice(0, longest)
}

/** Returns the text of a message on one line. Takes the server's HTML; `most` bounds the work on long ones. */
export function plainText(html: string, most = Number.POSITIVE_INFINITY): string {
  return html
    .replace(/<div class="spoiler-block">[\s\S]*?<\/div>/g, ' ')
    .replace(/<(?:br|\/p|\/li|\/div|\/blockquote|\/h\d|\/td|\/th|\/pre)[^>]*>/g, ' ')
    .replace(
      /<span[^>]*\bclass="emoji emoji-([0-9a-f-]+)"[^>]*>[^<]*<\/span>/g,
      (_, code: string) => characterOf(code) ?? '',
    )
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
