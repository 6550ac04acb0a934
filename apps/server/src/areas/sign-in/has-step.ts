import type { Call } from '#call/call.ts'
import { isSecondStep } from '#directory/second-step.ts'
import { findSessionMethods } from '#store/people/sessions.ts'
import type { Db } from '#store/sql/db.ts'

/**
 * Tells whether a call is made with a second step: by a session that has shown one, maybe a moment ago, or by a key or
 * token that was made with one. What the call makes lasts as long.
 */
export async function hasStep(
  { caller, session, token }: Pick<Call, 'caller' | 'session' | 'token'>,
  db: Db,
): Promise<boolean> {
  if (session) return (await findSessionMethods(db, session.id)).some(isSecondStep)
  return token ? token.hasStep : caller.keyHasStep
}
