import { escapeAttribute, escapeText } from './html.ts'
import type { Lookups } from './lookups.ts'

/**
 * Writes the preview of a linked web page, in the form that clients know, or returns null. Clients load its picture from
 * the organization's own address: without one there is no preview.
 */
export function pagePreviewHtml(href: string, { pages, options }: Lookups): string | null {
  const page = pages.find(({ url }) => url === href)
  if (!page || options.externalMediaUrl === null) return null
  const link = `href="${escapeAttribute(href)}"`
  const picture = `url("${options.externalMediaUrl(page.image)}")`
  const title = escapeAttribute(page.title)
  const parts = [
    page.title === ''
      ? ''
      : `<div class="message_embed_title"><a ${link} title="${title}">${escapeText(page.title)}</a></div>`,
    page.description === ''
      ? ''
      : `<div class="message_embed_description">${escapeText(page.description)}</div>`,
  ]
  const image = `<a class="message_embed_image" ${link} style="background-image: ${escapeAttribute(picture)}"></a>`
  return `<div class="message_embed">${image}<div class="data-container">${parts.join('')}</div></div>`
}
