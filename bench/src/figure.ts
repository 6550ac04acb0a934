import type { Measured } from './load.ts'
import type { Size } from './seed.ts'

/** One line of the result: what was measured, the figure, and what it should be. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What the figure should not exceed, or should reach. */
  readonly atMost?: number
  readonly atLeast?: number
  readonly note?: string
  /** All that was measured of an endpoint under load, and of bare `node:http` answering the same bytes. */
  readonly load?: Measured & { readonly bare?: Measured }
}

/** What the command line says of how to measure. */
export interface Options {
  /** How long each window lasts. */
  readonly seconds: number
  /** How long the measurement `load` lasts. */
  readonly minutes: number
  /** How many messages the measurement `messages` makes. */
  readonly messages: number
  /** The organization that the endpoints are measured with. */
  readonly size: Size
}

/** A group of figures that `npm run bench -- <name>` measures. */
export interface Measurement {
  readonly name: string
  /** What it is called on the page. */
  readonly title: string
  /** Left out unless it is named, or all are asked for: it takes minutes. */
  readonly isLong?: boolean
  readonly run: (options: Options) => Promise<Figure[]>
}

export function isReached({ value, atMost, atLeast }: Figure): boolean {
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast)
}

/** A figure to three digits. */
export const shown = (value: number) =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)

/** What a figure should be, in words. */
export function goalOf({ atMost, atLeast }: Figure): string {
  if (atMost !== undefined) return `at most ${atMost.toLocaleString('en')}`
  return atLeast === undefined ? '' : `at least ${atLeast.toLocaleString('en')}`
}

export function printFigure(figure: Figure): string {
  const { name, value, unit, note } = figure
  const goal = goalOf(figure)
  const mark = goal === '' ? '' : isReached(figure) ? 'reached' : 'MISSED'
  return [
    name.padEnd(58),
    `${shown(value)} ${unit}`.padStart(18),
    goal.padStart(18),
    mark.padStart(8),
    note === undefined ? '' : `  ${note}`,
  ].join(' ')
}
