/** One line of the result: what was measured, the figure, and what it should be. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What the figure should not exceed, or should reach. */
  readonly atMost?: number
  readonly atLeast?: number
  readonly note?: string
}

/** A group of figures that `npm run bench -- <name>` measures. */
export interface Measurement {
  readonly name: string
  /** Left out unless it is named: it takes longer than a minute. */
  readonly isLong?: boolean
  readonly run: (options: { seconds: number; messages: number }) => Promise<Figure[]>
}

export function isReached({ value, atMost, atLeast }: Figure): boolean {
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast)
}

export function printFigure(figure: Figure): string {
  const { name, value, unit, atMost, atLeast, note } = figure
  const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
  const goal =
    atMost !== undefined
      ? `at most ${atMost.toLocaleString('en')}`
      : atLeast !== undefined
        ? `at least ${atLeast.toLocaleString('en')}`
        : ''
  const mark = goal === '' ? '' : isReached(figure) ? 'reached' : 'MISSED'
  return [
    name.padEnd(58),
    `${shown} ${unit}`.padStart(18),
    goal.padStart(18),
    mark.padStart(8),
    note === undefined ? '' : `  ${note}`,
  ].join(' ')
}
