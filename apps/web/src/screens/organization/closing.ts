import { t } from '#words/words.ts'

/** Fate of the data of a closed organization. `days`: it is deleted after a number of days. */
export type Fate = 'never' | 'days' | 'at-once'

/** The server's limits for the days until data is deleted. Null: none. */
export interface DayLimits {
  readonly least: number | null
  readonly most: number | null
}

/** Returns what the server allows to happen to the data: the first is the safest. */
export const fates = ({ least, most }: DayLimits): readonly Fate[] => [
  ...(most === null ? (['never'] as const) : []),
  'days',
  ...(least === null ? (['at-once'] as const) : []),
]

/** Returns what is wrong with a number of days as it is typed, or undefined. */
export function fateProblem(typed: string, limits: DayLimits): string | undefined {
  const days = Number(typed)
  const least = Math.max(limits.least ?? 0, 1)
  const { most } = limits
  if (typed.trim() !== '' && Number.isInteger(days) && days >= least && (most === null || days <= most))
    return undefined
  return most === null
    ? t('organization.close.between', { least })
    : t('organization.close.at-most', { least, most })
}

/** Returns the days until the data is deleted, as the call takes them; null keeps it. */
export function delayOf(fate: Fate, typed: string): number | null {
  if (fate === 'never') return null
  return fate === 'at-once' ? 0 : Number(typed)
}
