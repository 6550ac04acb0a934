import { FactCollector } from './facts.ts'
import type { Highlighter } from './highlight.ts'
import { escapeAttribute, escapeText } from './html.ts'
import { KnownNames } from './known-names.ts'
import type { Lookups } from './lookups.ts'
import type { MathSetter } from './math.ts'
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
 * The state of rendering one message. A construct that has been recognised is put away as finished HTML and leaves a
 * placeholder in the text, so that constructs of lower rank see it as one opaque thing.
 */
export class Rendering {
  readonly lookups: Lookups
  readonly names: KnownNames
  readonly facts = new FactCollector()
  /** Null where the message has no mathematics. */
  readonly math: MathSetter | null
  /** Null where the message has no code in a language that can be highlighted. */
  readonly highlighter: Highlighter | null
  /** The bare link last rendered, if its picture stands for it where it is alone in its paragraph. */
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
   * Makes the preview of a link for the block being written to take. Each address is previewed once in a message.
   * `title` is the link's text, null for a bare address. Says whether there is a preview.
   */
  preview(href: string, title: string | null): boolean {
    if (this.#previewed.has(href) || this.#previewed.size >= maxPreviews) return false
    const html = previewHtml(href, title, this.lookups)
    if (html === null) return false
    this.#previewed.add(href)
    this.#previews.push({ href, html })
    return true
  }

  /** Hands out the previews made since the last call, in the order of their links in the HTML given. */
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

  /** Puts previews back for the block around to take. */
  addPreviews(previews: readonly Preview[]): void {
    if (previews.length > 0) this.#previews.push(...previews)
  }

  /** Text with placeholders to HTML: what is left is escaped and its newlines become hard breaks. */
  finish(text: string): string {
    let html = escapeText(text)
    if (html.includes('\n')) html = html.replaceAll('\n', '<br>\n')
    return this.restore(html)
  }

  /** Replaces placeholders by what they stand for. */
  restore(html: string): string {
    if (!html.includes(open)) return html
    return html.replace(placeholder, (_, digits: string) => this.#finished[indexOf(digits)] ?? '')
  }
}

function indexOf(digits: string): number {
  return (digits.charCodeAt(0) - firstDigit) * base + digits.charCodeAt(1) - firstDigit
}

/** Whether a part of a text contains something rendered already, or a piece of its placeholder. */
export function hasPlaceholder(text: string): boolean {
  return text.includes(open) || text.includes(close)
}

/**
 * A text as the renderer reads it: with `\n` as its only kind of newline, without lone surrogates, null bytes and the
 * control characters that placeholders are made of.
 */
export function normalizeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0\u0002\u0003]/g, '')
    .replace(/\r\n?/g, '\n')
}
