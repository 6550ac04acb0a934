import { type Filter, filters } from './list-rows.ts'

/** A step of the browser's history keeps this of the list, so that going back finds it as it was. */
export interface ListStep {
  readonly filter: Filter
  /** Pixels that the list was scrolled. */
  readonly top: number
}

/** Reads what the present step keeps, or undefined where it is new. */
export function presentStep(): ListStep | undefined {
  const kept: unknown = history.state
  if (typeof kept !== 'object' || kept === null || !('filter' in kept) || !('top' in kept)) return undefined
  const { filter, top } = kept
  const known = filters.find((each) => each === filter)
  return known && typeof top === 'number' ? { filter: known, top } : undefined
}

/** Keeps the list in the present step. */
export const keepStep = (step: ListStep): void => history.replaceState(step, '', location.href)
