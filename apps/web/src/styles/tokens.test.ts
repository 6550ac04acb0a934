import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Checks the contrast of every token with each ground that it may stand on, by the formula of WCAG 2.2.

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

type Colors = ReadonlyMap<string, readonly [light: string, dark: string]>

/** Reads the colors that a rule gives to tokens. */
function colorsOf(selector: string): Colors {
  const from = css.indexOf(`${selector} {`)
  expect(from).toBeGreaterThanOrEqual(0)
  const rule = css.slice(from, css.indexOf('}', from))
  const found = rule.matchAll(/--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)
  return new Map(
    [...found].map(([, name = '', light = '', dark = '', both = '']) => [
      name,
      both === '' ? [light, dark] : [both, both],
    ]),
  )
}

const usual = colorsOf(':root')
const more = colorsOf(":root[data-contrast='more']")

type Scheme = readonly [name: string, colors: Colors, at: 0 | 1]

const schemes: readonly Scheme[] = [
  ['light', usual, 0],
  ['dark', usual, 1],
  ['light, more contrast', more, 0],
  ['dark, more contrast', more, 1],
]

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['paper', 'raised', 'sunk', 'hover', 'selected', 'tint', 'mention']
/** Colors of text, each with the grounds that it may stand on. */
const texts: readonly (readonly [token: string, on: readonly string[]])[] = [
  ...['ink', 'soft', 'faint', 'accent'].map((token) => [token, grounds] as const),
  ...['good', 'warn', 'bad', 'info'].map((token) => [token, [...grounds, `${token}-tint`]] as const),
  ...['keyword', 'string', 'function', 'constant', 'comment'].map(
    (token) => [`code-${token}`, ['sunk']] as const,
  ),
  ['on-accent', ['accent-fill']],
  // Tooltips.
  ['paper', ['ink']],
  ...Array.from({ length: 12 }, (_, at) => ['on-initials', [`initials-${at}`]] as const),
]
/** Colors that show a control, its state or a presence without words. */
const signs: readonly (readonly [token: string, on: readonly string[]])[] = [
  ['control', grounds],
  ['accent', grounds],
  ['here', grounds],
  ['idle', grounds],
  ['accent-fill', ['paper', 'raised', 'sunk']],
]

/** Returns a sentence for each pair of tokens with less contrast than `least`. */
function tooLow(pairs: typeof texts, least: number, [scheme, colors, at]: Scheme): readonly string[] {
  const colorOf = (name: string) => {
    const color = (colors.get(name) ?? usual.get(name))?.[at]
    if (color === undefined) throw new Error(`There is no token --${name}.`)
    return color
  }
  return pairs.flatMap(([token, on]) =>
    on.flatMap((ground) => {
      const found = contrast(colorOf(token), colorOf(ground))
      return found < least ? [`${scheme}: --${token} on --${ground} has ${found.toFixed(2)}`] : []
    }),
  )
}

test.each(schemes)('%s, text has a contrast of 4.5 to 1 with each ground that it stands on', (...scheme) => {
  expect(tooLow(texts, 4.5, scheme)).toEqual([])
})

test.each(schemes)('%s, edges of fields, the ring of the focus and signs have 3 to 1', (...scheme) => {
  expect(tooLow(signs, 3, scheme)).toEqual([])
})

test('with more contrast, text has 7 to 1', () => {
  for (const scheme of schemes.slice(2)) expect(tooLow(texts.slice(0, 8), 7, scheme)).toEqual([])
})

test('the contrasts of known pairs are those that WCAG gives', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
