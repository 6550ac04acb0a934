import { ApiError } from '@tagma/client/api-error.ts'
import * as wire from '@tagma/contract/wire.ts'
import { staleWindows } from '@tagma/sync/messages/messages.ts'
import type { State } from '@tagma/sync/state.ts'
import type { App } from '#state/use-app.ts'
import { usualSubscription } from '#state/usual-subscription.ts'
import type { Connecting } from './connect.ts'
import { leaveForLogin } from './leave-for-login.ts'

/** Milliseconds between two looks. */
const interval = 60_000

interface Looking {
  /** Whether the page is seen. */
  readonly isSeen: () => boolean
  readonly repeat: (work: () => void, milliseconds: number) => void
}

/**
 * Reads an organization without an account: what its channels on the web have now, and again every minute while the page is
 * seen. Nothing is stored for spectators, so no event tells what changes.
 */
export function look(app: App, { isSeen, repeat }: Looking): Connecting {
  const { store, client, clock } = app
  const read = async () => {
    try {
      const state = await client.call(wire.registerQueue, registration)
      const { messages } = store.get()
      store.set({ state: asReader(state), messages: staleWindows(messages), connection: { state: 'live' } })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return leaveForLogin()
      const until = clock.now() + interval
      store.set({ connection: { state: 'waiting', reason: 'unreachable', until, error } })
    }
  }
  void read()
  repeat(() => isSeen() && void read(), interval)
  return { retry: () => void read(), pause() {}, resume() {} }
}

/** Lists the channels of the web as if one were in them: so every list has them. */
function asReader(state: State): State {
  const channels = [...(state.subscriptions ?? []), ...(state.never_subscribed ?? [])]
  return {
    ...state,
    subscriptions: channels.map((channel) => ({ ...usualSubscription, ...channel })),
    never_subscribed: [],
  }
}

const registration = {
  apply_markdown: true,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    user_avatar_url_field_optional: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
  },
} as const
