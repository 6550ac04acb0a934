/** HTML of most messages: paragraphs of text without markup. */
function plainHtml(content: string): string {
  const escaped = content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return `<p>${escaped.replaceAll('\n\n', '</p>\n<p>').replaceAll('\n', '<br>\n')}</p>`
}

/** Packs a message's HTML: empty if it follows from the content, as for most messages. */
export function packRendered(content: string, html: string): string {
  if (html === '') return '\n'
  return html === plainHtml(content) ? '' : html
}

export const unpackRendered = (content: string, packed: string) =>
  packed === '' ? plainHtml(content) : packed
