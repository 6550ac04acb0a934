import type { Answer } from '@tagma/contract/define.ts'
import type { getWebPush } from '@tagma/contract/endpoints/push/get-web-push.ts'
import type { Call } from '#call/call.ts'
import { webPushesOf, webPushesOfSessions } from '#store/notifying/web-push-subscriptions.ts'
import { listSessions } from '#store/people/sessions.ts'

/** The caller's browsers that get notifications; the oldest subscription comes first. */
export async function listOwnBrowsers({
  caller,
  db,
  session,
}: Call): Promise<Answer<typeof getWebPush>['subscriptions']> {
  const [browsers, sessions] = await Promise.all([webPushesOf(db, [caller.id]), listSessions(db, caller.id)])
  const programs = new Map(sessions.map(({ id, program }) => [id, program]))
  return browsers.map(({ id, session_id, created_at }) => ({
    id,
    is_current: session_id === session?.id,
    program: programs.get(session_id) ?? '',
    created_at,
  }))
}

/** Tells whether the caller has removed the browser that calls. */
export async function wasRemoved({ db, session }: Call): Promise<boolean> {
  const subscriptions = await webPushesOfSessions(db, session ? [session.id] : [])
  return subscriptions.some(({ removed_at }) => removed_at !== null)
}
