import { endSessions } from '#events/end-sessions.ts'
import { sessionCookie, shortIdleSeconds, tokenLength } from '#http/credentials/session-cookie.ts'
import type { PageContext } from '#http/page.ts'
import { byAccount } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { findFactorWays } from '#store/people/second-factors.ts'
import { insertSession, listSessions, type SignInMethod } from '#store/people/sessions.ts'
import type { FirstStep } from '#store/people/sign-in-flows.ts'
import { programOf } from './program-of.ts'
import type { FactorProof } from './use-code.ts'

/** Sessions of one person; another one ends the one that was not used for longest. */
const most = 100

/** Way in which somebody signs in. */
interface Opening {
  readonly method: SignInMethod
  readonly stays: boolean
  /** Identity at a provider, with the provider's id of its own session. */
  readonly identity?: FirstStep['identity'] | undefined
  /** Proof of the second factor; undefined where none was asked for. */
  readonly proof?: FactorProof | undefined
}

/**
 * Signs a user in in the browser that sent a page's request. Returns the header Set-Cookie for the answer. `stays` is
 * false for somebody who wants to be signed out when the browser closes. A session that the browser had before ends.
 */
export async function openSession(
  context: Pick<PageContext, 'services' | 'headers' | 'address' | 'session'>,
  user: UserRecord,
  { method, stays, identity, proof }: Opening,
): Promise<{ readonly 'set-cookie': string }> {
  const { services, headers, address } = context
  const { config, time, data } = services
  const before = await context.session()
  const token = time.random.token(tokenLength)
  const idleSeconds = stays ? config.session.idleSeconds : shortIdleSeconds
  await data.transact(
    user.organizationId,
    async (tx) => {
      const hasFactor = (await findFactorWays(tx.db, user.id)) !== undefined
      if (before) await endSessions(tx, before.user.id, [before.id])
      const surplus = (await listSessions(tx.db, user.id)).slice(most - 1)
      await endSessions(
        tx,
        user.id,
        surplus.map(({ id }) => id),
      )
      const id = await insertSession(tx, token, {
        userId: user.id,
        idleSeconds,
        endsAt: tx.now + config.session.seconds,
        methods: proof ? [method, proof] : [method],
        program: programOf(headers['user-agent'] ?? ''),
        address,
        identityId: identity?.id,
        idpSession: identity?.session,
        idpName: identity?.name,
        isProved: !hasFactor || method === 'passkey' || (proof !== undefined && proof !== 'trusted'),
      })
      tx.audit(
        'session.opened',
        { kind: 'user', id: user.id },
        { session: id, method, ...(proof && { second: proof }) },
      )
    },
    { by: byAccount(user, address) },
  )
  return { 'set-cookie': sessionCookie(headers, config, { token, idleSeconds }) }
}
