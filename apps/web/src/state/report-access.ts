import type { State } from '@tagma/sync/state.ts'
import { channelById } from './channels.ts'

/** `off`: nobody can report. `not-in`: reports go to a channel that one is not in. `in`: one reads them. */
export type ReportAccess = 'off' | 'not-in' | 'in'

/** Returns how one stands to the reports of messages. */
export function reportAccess(state: State | undefined): ReportAccess {
  const channelId = state?.realm_moderation_request_channel_id ?? -1
  if (channelId < 0 || channelById(state, channelId)?.is_archived === true) return 'off'
  const isIn = state?.subscriptions?.some(({ stream_id }) => stream_id === channelId) === true
  return isIn ? 'in' : 'not-in'
}

/** Tells whether one sees deletions of messages from channels. */
export const seesDeletions = (state: State | undefined): boolean => state?.is_moderator === true
