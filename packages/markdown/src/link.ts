import { relativeAddress, safeAddress, uploadPathId } from './address.ts'
import { findBareUrls } from './bare-url.ts'
import { escapeAttribute, escapeLiteral, escapeText } from './html.ts'
import type { LinkifierMatch } from './linkifier.ts'
import { hasPlaceholder, type Rendering } from './rendering.ts'

/** `[text](address)` and `[text](address "title")`. The text is shown as it is, without further markup. */
export function renderLinks(text: string, rendering: Rendering): string {
  if (!text.includes('](')) return text
  const closers = matchingBrackets(text)
  let html = ''
  let done = 0
  for (let start = text.indexOf('['); start >= 0; start = text.indexOf('[', Math.max(start + 1, done))) {
    const close = closers.get(start)
    if (close === undefined || text[close + 1] !== '(') continue
    const target = parseTarget(text, close + 2)
    if (target === null) continue
    const label = text.slice(start + 1, close)
    const anchor = anchorHtml(target.address, label, target.title, rendering)
    if (anchor === null) continue
    html += text.slice(done, start) + rendering.put(anchor)
    done = target.end
  }
  return html + text.slice(done)
}

/** Addresses and mail addresses that stand in the text as they are. */
export function renderBareUrls(text: string, rendering: Rendering): string {
  const urls = findBareUrls(text)
  if (urls.length === 0) return text
  let html = ''
  let done = 0
  for (const { start, end } of urls) {
    const written = text.slice(start, end)
    const address = safeAddress(written)
    if (address === null) continue
    html += text.slice(done, start) + rendering.put(linkHtml(address, escapeText(written), rendering))
    done = end
  }
  return html + text.slice(done)
}

/** What the organization's linkifiers recognise, each rule after the one before. */
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
    // A link can't contain what is rendered already: that may be a link itself.
    if (address === null || start < done || hasPlaceholder(written)) continue
    html += text.slice(done, start) + rendering.put(linkHtml(address, escapeText(written), rendering))
    done = end
  }
  return html + text.slice(done)
}

/** An `<a>` element, with the link noted among the facts. `content` is finished HTML. */
export function linkHtml(address: string, content: string, rendering: Rendering): string {
  const href = relativeAddress(address, rendering.lookups.options.organizationUrl)
  rendering.facts.hasLink = true
  const pathId = uploadPathId(href)
  if (pathId !== null) rendering.facts.uploads.add(pathId)
  else if (/^https?:/i.test(href)) rendering.facts.urls.add(href)
  return `<a href="${escapeAttribute(href)}">${content}</a>`
}

function anchorHtml(written: string, label: string, title: string | null, rendering: Rendering): string | null {
  const address = safeAddress(written)
  if (address === null) return null
  const content = label.trim() === '' ? escapeLiteral(address) : rendering.finish(label)
  const anchor = linkHtml(address, content, rendering)
  return title === null ? anchor : anchor.replace('">', `" title="${escapeAttribute(title)}">`)
}

/** For each opening bracket the position of the one that closes it. */
function matchingBrackets(text: string): Map<number, number> {
  const closers = new Map<number, number>()
  const open: number[] = []
  for (let position = 0; position < text.length; position++) {
    if (text[position] === '[') open.push(position)
    else if (text[position] === ']') {
      const start = open.pop()
      if (start !== undefined) closers.set(start, position)
    }
  }
  return closers
}

interface Target {
  readonly address: string
  readonly title: string | null
  /** Position after the closing parenthesis. */
  readonly end: number
}

const quotedTitle = /^(.*?)\s+(?:"([^\n]*)"|'([^\n]*)')\s*$/s

/** What stands in the parentheses after the label; parentheses inside must be balanced. */
function parseTarget(text: string, from: number): Target | null {
  let depth = 1
  for (let position = from; position < text.length; position++) {
    if (text[position] === '(') depth++
    else if (text[position] === ')' && --depth === 0) {
      const inside = text.slice(from, position)
      const titled = quotedTitle.exec(inside)
      const written = (titled?.[1] ?? inside).trim()
      const address = written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written
      if (hasPlaceholder(address)) return null
      return { address, title: titled?.[2] ?? titled?.[3] ?? null, end: position + 1 }
    }
  }
  return null
}
