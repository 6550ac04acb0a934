import type { ListSection } from '#state/list-rows.ts'
import type { ListPlace } from '#state/place.ts'

/** Whether a section is folded until somebody opens it. */
export const folds = ({ kind }: ListSection): boolean => kind === 'muted' || kind === 'resolved'

/** The name under which the device remembers that somebody opened a section. */
export const foldKey = (place: ListPlace, { kind }: ListSection): string => `list ${place.kind} ${kind}`
