import type { Answer } from '@tagma/contract/define.ts'
import type { getSessions } from '@tagma/contract/endpoints/sign-in/get-sessions.ts'
import type { Call } from '#call/call.ts'
import { listSessions } from '#store/people/sessions.ts'

/** The caller's sessions that have not ended; the one with the latest use comes first. */
export async function ownSessions({
  caller,
  db,
  now,
  session,
  services,
}: Call): Promise<Answer<typeof getSessions>['sessions']> {
  const { sessions } = services.live
  const all = await listSessions(db, caller.id)
  return all
    .map((one) => ({ ...one, seenAt: sessions.lastUse(one) }))
    .filter(({ endsAt, seenAt, idleSeconds }) => now < endsAt && now < seenAt + idleSeconds)
    .toSorted((a, b) => b.seenAt - a.seenAt)
    .map(({ id, createdAt, seenAt, program, address, methods }) => ({
      id,
      is_current: id === session?.id,
      created_at: createdAt,
      seen_at: seenAt,
      program,
      address,
      methods: [...methods],
    }))
}
