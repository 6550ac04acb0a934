import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font, Glyph } from 'opentype.js'

const require = createRequire(import.meta.url)
// The package's modules for bundlers differ from those that Node loads.
const { parse } = require('opentype.js') as { parse(file: ArrayBuffer): Font }

/** Draws lines of text as SVG paths in the website's typeface. The machine needs no fonts. */
export class Lettering {
  readonly #font: Font
  readonly #outlines = new Map<number, string>()

  constructor(weight: 500 | 700) {
    const file = require.resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`)
    const { buffer, byteOffset, length } = readFileSync(file)
    this.#font = parse(buffer.slice(byteOffset, byteOffset + length))
  }

  /** Draws one line that begins at `x` on the baseline `y`, as elements of SVG. */
  set(text: string, x: number, y: number, size: number): string {
    const scale = size / this.#font.unitsPerEm
    const placed: string[] = []
    this.#walk(text, (glyph, at) =>
      placed.push(`<path transform="translate(${Math.round(at)} 0)" d="${this.#outline(glyph)}"/>`),
    )
    return `<g transform="translate(${x} ${y}) scale(${scale})">${placed.join('')}</g>`
  }

  /** Breaks text between words into lines no wider than `room`. */
  lines(text: string, size: number, room: number): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && (this.#walk(longer) * size) / this.#font.unitsPerEm > room) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  }

  /** Visits each letter with its place, and returns the width of the text. In units of the font. */
  #walk(text: string, visit?: (glyph: Glyph, at: number) => void): number {
    let at = 0
    let before: Glyph | undefined
    for (const glyph of this.#font.stringToGlyphs(text)) {
      if (before) at += this.#font.getKerningValue(before, glyph)
      visit?.(glyph, at)
      at += glyph.advanceWidth ?? 0
      before = glyph
    }
    return at
  }

  #outline(glyph: Glyph): string {
    const known = this.#outlines.get(glyph.index)
    if (known !== undefined) return known
    const outline = glyph.getPath(0, 0, this.#font.unitsPerEm).toPathData(0)
    this.#outlines.set(glyph.index, outline)
    return outline
  }
}
