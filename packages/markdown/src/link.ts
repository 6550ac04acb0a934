import { relativeAddress, safeAddress, uploadPathId } from './address.ts'
import { findBareUrls } from './bare-url.ts'
import { escapeAttribute, escapeLiteral, escapeText } from './html.ts'
import type { LinkifierMatch } from './linkifier.ts'
import { embeddedMediaHtml, isImageAddress } from './preview.ts'
import { hasPlaceholder, type Rendering } from './rendering.ts'

/**
 * Renders `[text](address)`, `[text](address "title")` and `![alt](address)`. Markup in the text of a link has no
 * effect. With the exclamation mark, an uploaded picture or sound is shown in place; everything else is a link.
 */
export function renderLinks(text: string, rendering: Rendering, inQuote: boolean): string {
  if (!text.includes('](')) return text
  const brackets = matching(text, '[', ']')
  const parentheses = matching(text, '(', ')')
  let html = ''
  let done = 0
  for (let start = text.indexOf('['); start >= 0; start = text.indexOf('[', Math.max(start + 1, done))) {
    const close = brackets.get(start)
    const end = close === undefined ? undefined : parentheses.get(close + 1)
    if (close === undefined || end === undefined) continue
    const target = parseTarget(text.slice(close + 2, end))
    const address = target === null ? null : safeAddress(target.written)
    if (target === null || address === null) continue
    const label = text.slice(start + 1, close)
    const embedded = text[start - 1] === '!' && start > done ? embeddedMedia(address, label, rendering) : null
    html += text.slice(done, embedded === null ? start : start - 1)
    html += rendering.put(embedded ?? anchor(address, label, target.title, rendering, inQuote))
    done = end + 1
  }
  return html + text.slice(done)
}

function embeddedMedia(address: string, alt: string, rendering: Rendering): string | null {
  if (hasPlaceholder(alt)) return null
  const href = noteLink(address, rendering)
  return embeddedMediaHtml(href, alt, rendering.lookups)
}

function anchor(
  address: string,
  label: string,
  title: string | null,
  rendering: Rendering,
  inQuote: boolean,
): string {
  const href = noteLink(address, rendering)
  const written = label.trim() === '' ? null : label
  const content = written === null ? escapeLiteral(href) : rendering.finish(written)
  const html = anchorHtml(href, content, title)
  const isBare = written === href || written === null
  const previewed = !inQuote && rendering.preview(href, isBare ? null : plainLabel(written, href))
  if (previewed && isBare && isImageOrVideo(href)) rendering.replaceableLink = html
  return html
}

/**
 * Returns the title of a preview: the text of the link, or the name of the file if that text contains rendered parts.
 */
function plainLabel(label: string, href: string): string {
  return hasPlaceholder(label) ? href.slice(href.lastIndexOf('/') + 1) : label
}

/** Renders addresses and mail addresses that stand in the text without markup. */
export function renderBareUrls(text: string, rendering: Rendering, inQuote: boolean): string {
  const urls = findBareUrls(text)
  if (urls.length === 0) return text
  let html = ''
  let done = 0
  for (const { start, end } of urls) {
    const written = text.slice(start, end)
    const address = safeAddress(written)
    if (address === null) continue
    const href = noteLink(address, rendering)
    const link = anchorHtml(href, escapeText(written))
    const previewed = !inQuote && rendering.preview(href, written === address ? null : written)
    if (previewed && isImageOrVideo(href)) rendering.replaceableLink = link
    html += text.slice(done, start) + rendering.put(link)
    done = end
  }
  return html + text.slice(done)
}

/** Only a file's own preview can replace its address; the still of a video cannot. */
function isImageOrVideo(href: string): boolean {
  return /\.\w+$/.test(href.replace(/[?#].*$/s, ''))
}

/** Renders the matches of the organization's linkifiers, rule by rule. */
export function renderLinkifiers(text: string, rendering: Rendering): string {
  let result = text
  for (const rule of rendering.lookups.linkifiers?.rules ?? []) {
    result = putMatches(result, rule(result), rendering)
  }
  return result
}

function putMatches(text: string, matches: readonly LinkifierMatch[], rendering: Rendering): string {
  let html = ''
  let done = 0
  for (const { start, end, url } of matches) {
    const written = text.slice(start, end)
    const address = safeAddress(url)
    // A link cannot contain rendered parts, because these may be links.
    if (address === null || start < done || hasPlaceholder(written)) continue
    html +=
      text.slice(done, start) + rendering.put(anchorHtml(noteLink(address, rendering), escapeText(written)))
    done = end
  }
  return html + text.slice(done)
}

/** Notes a link among the facts and returns the address to write for it. */
function noteLink(address: string, { facts, lookups }: Rendering): string {
  const href = relativeAddress(address, lookups.options.organizationUrl)
  facts.hasLink = true
  if (isImageAddress(href, lookups)) facts.hasImage = true
  const pathId = uploadPathId(href)
  if (pathId !== null) facts.uploads.add(pathId)
  return href
}

function anchorHtml(href: string, content: string, title: string | null = null): string {
  const titleAttribute = title === null ? '' : ` title="${escapeAttribute(title)}"`
  return `<a href="${escapeAttribute(href)}"${titleAttribute}>${content}</a>`
}

/** Maps each opening bracket to the position of the bracket that closes it. */
function matching(text: string, opening: string, closing: string): Map<number, number> {
  const closers = new Map<number, number>()
  const open: number[] = []
  for (let position = 0; position < text.length; position++) {
    if (text[position] === opening) open.push(position)
    else if (text[position] === closing) {
      const start = open.pop()
      if (start !== undefined) closers.set(start, position)
    }
  }
  return closers
}

const quotedTitle = /^(\S*)\s+(?:"([^\n]*)"|'([^\n]*)')$/

/** Splits the text in the parentheses after a label into address and title. */
function parseTarget(inside: string): { readonly written: string; readonly title: string | null } | null {
  if (hasPlaceholder(inside)) return null
  const trimmed = inside.trim()
  const titled = quotedTitle.exec(trimmed)
  const written = titled?.[1] ?? trimmed
  const bare = written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written
  return { written: bare, title: titled?.[2] ?? titled?.[3] ?? null }
}
