import { mayReadChannel } from '@tagma/rules/channels.ts'
import { organizationOf, personOf, ruledChannel } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Channel } from './channels.ts'

/** Whether somebody who leaves a channel may join it again by themselves. */
export const mayReturn = (state: State | undefined, channel: Channel): boolean =>
  state !== undefined &&
  mayReadChannel(organizationOf(state), personOf(state, state.user_id ?? -1), ruledChannel(channel), false)
