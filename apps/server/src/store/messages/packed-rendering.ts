/** What most messages come to: paragraphs of text without any markup. */
function plainHtml(content: string): string {
  const escaped = content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return `<p>${escaped.replaceAll('\n\n', '</p>\n<p>').replaceAll('\n', '<br>\n')}</p>`
}

/** A message's HTML as it is stored: nothing where it follows from the content, which is so for most messages. */
export function packRendered(content: string, html: string): string {
  if (html === '') return '\n'
  return html === plainHtml(content) ? '' : html
}

export const unpackRendered = (content: string, packed: string) =>
  packed === '' ? plainHtml(content) : packed
