import { encodeRequest } from '@tagma/client/encode-request.ts'
import * as wire from '@tagma/contract/wire.ts'
import { accountIn } from '#kept/copy.ts'
import { hasFollowed } from '#kept/taken-events.ts'
import { registration } from './registration.ts'

const { method, path, body = null } = encodeRequest(wire.registerQueue, registration)
const address = `/json${path}`

// `early.ts` loads this before most scripts, so the answer comes while they are compiled. It decides at once: what the
// storage answers later would have to wait for the scripts. A page that nobody sees lets other tabs ask.
const isSignedIn = (accountIn(document.cookie) ?? 0) > 0
const isFirstVisit = isSignedIn && !hasFollowed() && document.visibilityState === 'visible'
let begun = isFirstVisit ? fetch(address, { method, body }).catch(() => undefined) : undefined

/** Fetches as the browser does. The first registration of a first visit gets the answer to the one that has begun already. */
export const fetchSinceStart: typeof fetch = async (input, init) => {
  const early = input === address ? begun : undefined
  if (!early) return fetch(input, init)
  begun = undefined
  const answer = await early
  init?.signal?.throwIfAborted()
  return answer ?? fetch(input, init)
}
