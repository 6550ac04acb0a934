import type { View } from '@tagma/contract/address.ts'
import { isAllDirect, isSearch } from '#state/place-of.ts'

/** The column that a narrow screen shows: the others are behind it. */
export type Pane = 'places' | 'list' | 'main'

/** Returns the column that a view is about. */
export function paneOf(view: View): Pane {
  switch (view.kind) {
    case 'places':
      return 'places'
    case 'home':
    case 'inbox':
    case 'recent':
    case 'topics':
      return 'list'
    case 'search':
      return isAllDirect(view) || isSearch(view) ? 'list' : 'main'
    default:
      return 'main'
  }
}
