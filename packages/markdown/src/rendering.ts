import { FactCollector } from './facts.ts'
import type { Highlighter } from './highlight.ts'
import { escapeAttribute, escapeText } from './html.ts'
import { KnownNames } from './known-names.ts'
import type { Lookups } from './lookups.ts'
import type { MathSetter } from './math.ts'
import { pagePreviewHtml } from './page-preview.ts'
import { maxPreviews, previewHtml } from './preview.ts'

const open = '\u0002'
const close = '\u0003'
const placeholder = /\u0002([^\u0003]+)\u0003/g
const firstDigit = 0xe000
const base = 4096

/** A preview and the address it belongs to. */
export interface Preview {
  readonly href: string
  readonly html: string
}

/**
 * The state of rendering one message. A recognized construct is put away as finished HTML and leaves a placeholder in
 * the text. Constructs of lower rank see the placeholder as one opaque thing.
 */
export class Rendering {
  readonly lookups: Lookups
  readonly names: KnownNames
  readonly facts = new FactCollector()
  /** Null if the message has no mathematics. */
  readonly math: MathSetter | null
  /** Null if the message has no code in a language that can be highlighted. */
  readonly highlighter: Highlighter | null
  /** The last link that shows its address, if its picture replaces it when it is alone in its paragraph. */
  replaceableLink: string | null = null
  #previews: Preview[] = []
  readonly #previewed = new Set<string>()
  readonly #finished: string[] = []

  constructor(lookups: Lookups, math: MathSetter | null, highlighter: Highlighter | null) {
    this.lookups = lookups
    this.names = new KnownNames(lookups)
    this.math = math
    this.highlighter = highlighter
  }

  /** Puts finished HTML away and returns the placeholder to leave in the text. */
  put(html: string): string {
    const index = this.#finished.push(html) - 1
    return (
      open + String.fromCharCode(firstDigit + Math.floor(index / base), firstDigit + (index % base)) + close
    )
  }

  /**
   * Makes the preview of a link. The block that is being written takes it later. Each address is previewed once in a
   * message. `title` is the link's text, or null for a bare address. Returns whether a picture or film is shown.
   */
  preview(href: string, title: string | null): boolean {
    if (this.#previewed.has(href) || this.#previewed.size >= maxPreviews) return false
    const media = previewHtml(href, title, this.lookups)
    const html = media ?? this.#pageHtml(href)
    if (html === null) return false
    this.#previewed.add(href)
    this.#previews.push({ href, html })
    return media !== null
  }

  /** Writes the preview of a page, if there is one. */
  #pageHtml(href: string): string | null {
    if (!/^https?:/i.test(href)) return null
    this.facts.pageUrls.add(href)
    return pagePreviewHtml(href, this.lookups)
  }

  /** Returns the previews made since the last call, in the order of their links in `html`. */
  takePreviews(html: string): Preview[] {
    const previews = this.#previews
    if (previews.length === 0) return []
    this.#previews = []
    if (previews.length === 1) return previews
    const position = ({ href }: Preview) => html.indexOf(`href="${escapeAttribute(href)}"`)
    return previews
      .map((preview) => ({ preview, position: position(preview) }))
      .toSorted((a, b) => a.position - b.position)
      .map(({ preview }) => preview)
  }

  /** Puts previews back for the surrounding block to take. */
  addPreviews(previews: readonly Preview[]): void {
    if (previews.length > 0) this.#previews.push(...previews)
  }

  /**
   * Turns text with placeholders into HTML: escapes the text, makes newlines hard breaks, restores the placeholders.
   */
  finish(text: string): string {
    let html = escapeText(text)
    if (html.includes('\n')) html = html.replaceAll('\n', '<br>\n')
    return this.restore(html)
  }

  /** Replaces placeholders by the HTML that was put away. */
  restore(html: string): string {
    if (!html.includes(open)) return html
    return html.replace(placeholder, (_, digits: string) => this.#finished[indexOf(digits)] ?? '')
  }
}

function indexOf(digits: string): number {
  return (digits.charCodeAt(0) - firstDigit) * base + digits.charCodeAt(1) - firstDigit
}

/** Whether a part of a text contains something rendered, or a piece of a placeholder. */
export function hasPlaceholder(text: string): boolean {
  return text.includes(open) || text.includes(close)
}

/**
 * Prepares a text for the renderer: makes `
 * ` the only newline and removes lone surrogates, null bytes and the control characters that placeholders are made of.
 */
export function normalizeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0\u0002\u0003]/g, '')
    .replace(/\r\n?/g, '\n')
}
