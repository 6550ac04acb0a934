import type { Call } from '#call/call.ts'
import { endAllSessions, endSessions } from '#events/end-sessions.ts'
import { badRequest } from '#model/refusal.ts'
import { listSessions } from '#store/people/sessions.ts'

/** Ends a session of the caller. Throws BAD_REQUEST for one that is not theirs. */
export async function endOwnSession(call: Call, id: number): Promise<void> {
  const { caller, transact } = call
  await transact(async (tx) => {
    const sessions = await listSessions(tx.db, caller.id)
    if (!sessions.some((session) => session.id === id))
      throw badRequest('There is no such session: it may have ended already.')
    await endSessions(tx, caller.id, [id])
  })
  noteEnd(call, id)
}

/** Ends all sessions of the caller but the one that calls. Returns how many ended. */
export async function endOtherOwnSessions(call: Call): Promise<number> {
  const { caller, transact, session } = call
  const ended = await transact((tx) => endAllSessions(tx, caller.id, session?.id))
  if (ended > 0) noteEnd(call)
  return ended
}

const noteEnd = ({ services, directory, caller, address }: Call, target?: number) =>
  services.security.note('session.ended', {
    organization: directory.organization.id,
    actor: caller.id,
    address,
    target,
  })
