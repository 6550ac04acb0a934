import type { Payload } from '@tagma/contract/define.ts'
import type {
  navigationViewAddEvent,
  navigationViewRemoveEvent,
  navigationViewUpdateEvent,
} from '@tagma/contract/events/navigation-view.ts'
import type { State } from './state.ts'

type NavigationEvent =
  | Payload<typeof navigationViewAddEvent>
  | Payload<typeof navigationViewUpdateEvent>
  | Payload<typeof navigationViewRemoveEvent>

/** Takes in changes of the user's navigation. */
export function applyNavigationView(state: State, event: NavigationEvent): State {
  const { navigation_views: views } = state
  if (!views) return state
  switch (event.op) {
    case 'add': {
      const { navigation_view: added } = event
      // The page of whoever added it has shown it already.
      const others = views.filter(({ fragment }) => fragment !== added.fragment)
      return { ...state, navigation_views: [...others, added] }
    }
    case 'update':
      return {
        ...state,
        navigation_views: views.map((view) =>
          view.fragment === event.fragment ? { ...view, ...event.data } : view,
        ),
      }
    case 'remove':
      return { ...state, navigation_views: views.filter(({ fragment }) => fragment !== event.fragment) }
  }
}
