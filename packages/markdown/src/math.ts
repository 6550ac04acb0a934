import type katex from 'katex'
import { escapeCode, escapeLiteral } from './html.ts'
import { hasPlaceholder, type Rendering } from './rendering.ts'

type Katex = typeof katex

/** The longest formula that is rendered, in UTF-16 units, and the longest HTML of all formulas of one message. */
const maxFormula = 4000
const maxHtml = 1_000_000

const inlineMath = /\B(?<!\$)\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?!\$)\B/g
/** Macros that would write on the server's console. */
const printing = /\\(?:show|message|errmessage)(?![a-zA-Z])/
const definition = /\\(?:[egx]?def|(?:re)?newcommand|providecommand)(?![a-zA-Z])/

/** Renders the formulas of one message. */
export class MathSetter {
  readonly #katex: Katex
  #room = maxHtml

  /** Loads the typesetting library, about 12 MB of memory, at first use. */
  static async load(): Promise<MathSetter> {
    return new MathSetter((await import('katex')).default)
  }

  constructor(library: Katex) {
    this.#katex = library
  }

  /** Returns a formula as HTML and MathML, or null if it is malformed, too long or grows too large. */
  set(formula: string, display: boolean): string | null {
    if (formula.length > maxFormula || printing.test(formula)) return null
    try {
      // In an operator, parsers take this space for an HTML element, which cannot close itself.
      const html = this.#setSilently(formula, display).replace(/<mspace([^>]*)\/>/g, '<mspace$1></mspace>')
      if (html.length > this.#room) return null
      this.#room -= html.length
      return html
    } catch {
      // The formula has a syntax error, or nests deeper than the stack.
      return null
    }
  }

  /** Keeps the library from warning about unknown characters on the console. It has no option for this. */
  #setSilently(formula: string, display: boolean): string {
    const { warn } = console
    console.warn = () => {}
    try {
      return this.#katex.renderToString(formula, {
        displayMode: display,
        throwOnError: true,
        strict: 'ignore',
        trust: false,
        maxSize: 100,
        maxExpand: maxExpansions(formula),
      })
    } finally {
      console.warn = warn
    }
  }
}

/**
 * Returns the number of macros that a formula may expand. The library counts expansions, not their output. In a formula
 * that defines macros, this number has to bound the output: a macro without parameters adds at most the formula's
 * length, one with parameters at most a quarter of its square.
 */
function maxExpansions(formula: string): number {
  if (!definition.test(formula)) return 1000
  const largest = formula.includes('#') ? formula.length ** 2 / 4 : formula.length
  return Math.min(1000, Math.floor(100_000 / largest))
}

/** Whether a text may contain mathematics inside a line. */
export function mayHoldMath(text: string): boolean {
  return text.includes('$$')
}

/** Renders `$$formula$$` inside a line. A formula that cannot be rendered stays as written. */
export function renderMath(text: string, rendering: Rendering): string {
  const { math } = rendering
  if (math === null || !mayHoldMath(text)) return text
  return text.replace(inlineMath, (source: string, formula: string) => {
    if (hasPlaceholder(formula)) return source
    const html = math.set(formula, false) ?? `<span class="tex-error">$$${escapeLiteral(formula)}$$</span>`
    return rendering.put(html)
  })
}

/** Renders a fenced block of mathematics: one formula for each paragraph. */
export function mathBlockHtml(text: string, math: MathSetter): string {
  const formulas = text
    .split('\n\n')
    .map(
      (formula) =>
        math.set(formula, true) ??
        `<span class="tex-error">${escapeCode(formula).replaceAll('&#39;', '&#x27;')}</span>`,
    )
  return `<p>${formulas.join('\n\n')}</p>`
}
