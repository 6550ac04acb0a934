import type { Snapshot } from '#call/snapshot.ts'
import { findWebexToken } from '#store/people/webex-tokens.ts'
import { openWebexTokens } from './webex-tokens.ts'

/** The part of the registration response about services for calls that the user has connected. */
export const callSnapshot: Snapshot = async ({ db, user, services, wants }) => {
  if (!wants('video_calls')) return {}
  const secret = services.config.videoCalls.webex?.clientSecret
  const sealed = secret === undefined ? undefined : await findWebexToken(db, user.id)
  const isOpen =
    secret !== undefined && sealed !== undefined && openWebexTokens(secret, user.id, sealed) !== undefined
  return { has_zoom_token: false, has_webex_token: isOpen }
}
