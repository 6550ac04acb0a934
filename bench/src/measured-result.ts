import type { Figure, Options } from './figure.ts'

/** CPU microseconds of a request to bare `node:http`, before and after a measurement. */
export interface BareCosts {
  readonly before: number
  readonly after: number
}

/** The place and time of a measurement. */
export interface Circumstances {
  /** UTC, `2026-03-01 14:05`. */
  readonly at: string
  /** The commit measured, with a `+` if the sources had changed since. */
  readonly commit: string
  readonly node: string
  readonly machine: string
  /** Older results lack it. */
  readonly bareCosts?: BareCosts
  /** The organization used for the endpoints, and the seconds of each window. */
  readonly options: Options
}

/** The result of one measurement. */
export interface Result {
  readonly name: string
  readonly title: string
  readonly figures: readonly Figure[]
}

export interface MeasuredResult extends Result {
  readonly circumstances: Circumstances
}
