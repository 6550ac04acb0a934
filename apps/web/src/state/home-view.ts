import type { View } from '@tagma/contract/address.ts'
import type { State } from '@tagma/sync/state.ts'

/** The views that `web_home_view` names. */
const homes: Readonly<Record<string, View>> = {
  inbox: { kind: 'inbox' },
  recent: { kind: 'recent' },
  recent_topics: { kind: 'recent' },
  all_messages: { kind: 'feed' },
}

/** Returns the view that an empty address shows. */
export const homeView = (state: State | undefined): View =>
  homes[state?.user_settings?.web_home_view ?? ''] ?? { kind: 'inbox' }
