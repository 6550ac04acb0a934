import type { Call } from '#call/call.ts'
import { Refusal } from '#model/refusal.ts'
import { type Webex, WebexRefusal, type WebexTokens } from '#ports/video-calls.ts'
import { deleteWebexToken, findWebexToken, replaceWebexToken } from '#store/people/webex-tokens.ts'
import { requireVideoAnswer, requireVideoService } from './require-video-call.ts'
import { openWebexTokens, sealWebexTokens } from './webex-tokens.ts'

const name = 'Webex'
/** A token that ends so soon is refreshed before it is used. */
const marginSeconds = 60

/**
 * Makes a meeting in the caller's Webex account. Returns its address. A connection that Webex ended is forgotten, and the
 * caller's clients are told.
 */
export async function startWebexCall(call: Call): Promise<string> {
  const { caller, db, services, transact } = call
  const webex = requireVideoService(services.outside.videoCalls.webex, name)
  const { clientSecret } = requireVideoService(services.config.videoCalls.webex, name)
  const sealed = await findWebexToken(db, caller.id)
  const tokens = sealed === undefined ? undefined : openWebexTokens(clientSecret, caller.id, sealed)
  if (sealed === undefined || tokens === undefined) throw notConnected()
  let current = sealed
  try {
    return await requireVideoAnswer(services, name, createMeeting(call, webex, tokens, save))
  } catch (error) {
    if (!(error instanceof WebexRefusal)) throw error
    await transact(async (tx) => {
      if (await deleteWebexToken(tx, caller.id, current))
        tx.emit({ type: 'has_webex_token', value: false }, { users: [caller.id] })
    })
    throw notConnected()
  }

  async function save(refreshed: WebexTokens): Promise<void> {
    const to = sealWebexTokens(services.time.random, clientSecret, caller.id, refreshed)
    await transact((tx) => replaceWebexToken(tx, caller.id, { from: current, to }))
    current = to
  }
}

/** Creates a meeting; refreshes tokens that end soon first, and those that Webex refuses after. */
async function createMeeting(
  { now }: Pick<Call, 'now'>,
  webex: Webex,
  tokens: WebexTokens,
  save: (refreshed: WebexTokens) => Promise<void>,
): Promise<string> {
  const refreshed = async () => {
    const next = await webex.refresh(tokens, now)
    await save(next)
    return next
  }
  if (tokens.accessEndsAt < now + marginSeconds) return webex.createMeeting(await refreshed(), now)
  try {
    return await webex.createMeeting(tokens, now)
  } catch (error) {
    if (!(error instanceof WebexRefusal)) throw error
    return webex.createMeeting(await refreshed(), now)
  }
}

const notConnected = () =>
  new Refusal(
    'INVALID_VIDEO_CALL_PROVIDER_TOKEN',
    'Invalid Webex access token: connect your Webex account at /calls/webex/register.',
  )
