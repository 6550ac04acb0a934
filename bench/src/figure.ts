import type { Measured } from './load.ts'
import type { Size } from './seed.ts'

/** One line of the result: its name, the figure, and its goal. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The goal: a largest or a least value. */
  readonly atMost?: number
  readonly atLeast?: number
  readonly note?: string
  /** The full measurement of an endpoint under load, and of bare `node:http` with the same bytes. */
  readonly load?: Measured & { readonly bare?: Measured }
}

/** The options of the command line. */
export interface Options {
  /** Seconds of each window. */
  readonly seconds: number
  /** Minutes of the measurement `load`. */
  readonly minutes: number
  /** The number of messages that the measurement `messages` creates. */
  readonly messages: number
  /** The organization for measuring the endpoints. */
  readonly size: Size
}

/** A group of figures. `npm run bench -- <name>` measures it. */
export interface Measurement {
  readonly name: string
  /** The title on the page. */
  readonly title: string
  /** Takes minutes: runs only if it is named, or with --all. */
  readonly isLong?: boolean
  readonly run: (options: Options) => Promise<Figure[]>
}

export function isReached({ value, atMost, atLeast }: Figure): boolean {
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast)
}

/** Writes a figure with three digits. */
export const shown = (value: number) =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)

/** Writes the goal of a figure. */
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
