import { type Filter, filters } from './list-rows.ts'
import type { Place } from './place.ts'

/** A step of the browser's history keeps this of the list, so that going back finds it as it was. */
export interface ListStep {
  readonly filter: Filter
  /** Pixels that the list was scrolled. */
  readonly top: number
  /** The place that was listed: a conversation can be opened from several. */
  readonly place?: Place | undefined
}

/** Reads what the present step keeps, or undefined where it is new. Steps of earlier versions keep no place. */
export function presentStep(): ListStep | undefined {
  const step = history.state as ListStep | null
  return step && filters.includes(step.filter) ? step : undefined
}

/** Keeps the list in the present step. */
export const keepStep = (step: ListStep): void => history.replaceState(step, '', location.href)
