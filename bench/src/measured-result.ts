import type { Figure, Options } from './figure.ts'

/** CPU microseconds of a request to bare `node:http`, before and after a measurement. */
export interface BareCosts {
  readonly before: number
  readonly after: number
}

/** Where and when something was measured. */
export interface Circumstances {
  /** UTC, `2026-03-01 14:05`. */
  readonly at: string
  /** The commit measured; with a `+` when the sources had changed since. */
  readonly commit: string
  readonly node: string
  readonly machine: string
  /** Older results lack it. */
  readonly bareCosts?: BareCosts
  /** The organization that the endpoints were measured with, and the seconds of each window. */
  readonly options: Options
}

/** What one measurement gave. */
export interface Result {
  readonly name: string
  readonly title: string
  readonly figures: readonly Figure[]
}

export interface MeasuredResult extends Result {
  readonly circumstances: Circumstances
}
