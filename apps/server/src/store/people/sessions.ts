import type { Selectable } from 'kysely'
import type { SamlName } from '#model/saml-name.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { indexKey, isDigest } from '#store/sql/index-key.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { SessionsTable } from '#store/sql/tables/people.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

/**
 * Browser sessions. A row knows the hash of the value that is in the browser's cookie, and of the one before it: after a
 * rotation, requests with the former value may be under way, or the answer with the new value may have got lost.
 *
 * Whatever ends sessions or changes their values touches their user: every process then forgets what it remembers.
 */

/** A session; times are UNIX seconds. */
export interface SessionRecord {
  readonly id: number
  readonly userId: number
  readonly rotatedAt: number
  readonly createdAt: number
  readonly seenAt: number
  readonly endsAt: number
  readonly idleSeconds: number
  /** The former value is good until then; null while the new one was not yet used. */
  readonly formerUntil: number | null
  readonly methods: readonly SignInMethod[]
  readonly program: string
  readonly address: string
}

/** A way to prove who one is. */
export type SignInMethod =
  | 'password'
  | 'provider'
  | 'trusted'
  | 'invitation'
  | 'sign_up'
  | 'setup'
  | 'reset'
  | 'command'
  | 'code'
  | 'recovery'
  | 'passkey'

const recordOf = (row: Selectable<SessionsTable>): SessionRecord => ({
  id: row.id,
  userId: row.user_id,
  rotatedAt: row.rotated_at,
  createdAt: row.created_at,
  seenAt: row.seen_at,
  endsAt: row.ends_at,
  idleSeconds: row.idle_seconds,
  formerUntil: row.former_until,
  methods: JSON.parse(row.methods) as SignInMethod[],
  program: row.program,
  address: row.address,
})

/** Stores a session that begins now; returns its id. */
export async function insertSession(
  tx: Tx,
  token: string,
  session: Omit<SessionRecord, 'id' | 'rotatedAt' | 'createdAt' | 'seenAt' | 'formerUntil'> & {
    /** Identity that opened it, and the provider's id of its own session. */
    readonly identityId?: number | undefined
    readonly idpSession?: string | undefined
    readonly idpName?: SamlName | undefined
    /** True if the person has proved all that they can be asked for. */
    readonly isProved: boolean
  },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('sessions')
    .values({
      organization_id: tx.organizationId,
      user_id: session.userId,
      token_hash: tokenHash(token),
      former_hash: null,
      former_until: null,
      rotated_at: tx.now,
      created_at: tx.now,
      seen_at: tx.now,
      ends_at: session.endsAt,
      idle_seconds: session.idleSeconds,
      methods: JSON.stringify(session.methods),
      program: session.program,
      address: session.address,
      identity_id: session.identityId ?? null,
      proved_at: session.isProved ? tx.now : null,
      idp_session: session.idpSession === undefined ? null : indexKey(session.idpSession),
      idp_name: session.idpName === undefined ? null : JSON.stringify(session.idpName),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const byToken = prepared((db, p: { hash: string; organization: number }) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where((eb) => eb.or([eb('token_hash', '=', p.hash), eb('former_hash', '=', p.hash)]))
    .where('organization_id', '=', p.organization),
)

/** A session as one of its values finds it. */
export interface FoundSession extends SessionRecord {
  /** True if the value is the one before the last rotation. */
  readonly isFormer: boolean
  /** True if a rotation has brought the value, and the one before it is still good without end. */
  readonly isFirstUse: boolean
}

/** Finds the session of a cookie's value, whether it has ended or not. */
export async function findSession(
  db: Db,
  organizationId: number,
  token: string,
): Promise<FoundSession | undefined> {
  const hash = tokenHash(token)
  const row = await byToken.first(db, { hash, organization: organizationId })
  if (!row) return undefined
  const isFormer = row.token_hash !== hash
  return {
    ...recordOf(row),
    isFormer,
    isFirstUse: !isFormer && row.former_hash !== null && row.former_until === null,
  }
}

/** A user's sessions, those that have ended too; the one with the latest use comes first. */
export async function listSessions(db: Db, userId: number): Promise<SessionRecord[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(recordOf)
}

/** Sessions of several users, those that have ended too. */
export async function listSessionsOfMany(db: Db, userIds: readonly number[]): Promise<SessionRecord[]> {
  if (userIds.length === 0) return []
  const rows = await db.selectFrom('sessions').selectAll().where('user_id', 'in', userIds).execute()
  return rows.map(recordOf)
}

/**
 * Sessions that a person at a provider has opened: those of one session there or, where none is named, all of them. At
 * most a thousand.
 */
export async function listSessionsOfIdentity(
  tx: Tx,
  meant: {
    readonly provider: string
    readonly issuer: string
    readonly subject: string | undefined
    readonly session: string | undefined
  },
): Promise<Pick<SessionRecord, 'id' | 'userId'>[]> {
  const { provider, issuer, subject, session } = meant
  let query = tx.db
    .selectFrom('sessions')
    .innerJoin('external_identities', 'external_identities.id', 'sessions.identity_id')
    .select(['sessions.id', 'sessions.user_id'])
    .where('external_identities.organization_id', '=', tx.organizationId)
    .where('external_identities.provider', '=', provider)
    .where('external_identities.issuer', '=', issuer)
  query =
    session === undefined
      ? query.where('external_identities.subject', '=', indexKey(subject ?? ''))
      : query.where('sessions.idp_session', '=', indexKey(session))
  const rows = await query.limit(1000).execute()
  return rows.map((row) => ({ id: row.id, userId: row.user_id }))
}

/** A provider that opened a session, in its own words. */
export interface SessionOrigin {
  readonly provider: string
  /** The provider's id of its own session; undefined where it named none, or a very long one. */
  readonly session: string | undefined
  readonly name: SamlName | undefined
}

/** Finds what opened a session at a provider; undefined for a session that was opened otherwise. */
export async function findSessionOrigin(db: Db, sessionId: number): Promise<SessionOrigin | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('external_identities', 'external_identities.id', 'sessions.identity_id')
    .select(['external_identities.provider', 'sessions.idp_session', 'sessions.idp_name'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    provider: row.provider,
    session: isDigest(row.idp_session ?? '') ? undefined : (row.idp_session ?? undefined),
    name: row.idp_name === null ? undefined : (JSON.parse(row.idp_name) as SamlName),
  }
}

/**
 * Gives a session a new value. Returns false, and changes nothing, unless `token` is its value, or is the former value
 * and the new one was not used for `patience` seconds: then the answer with the new value got lost.
 */
export async function rotateSession(
  tx: Tx,
  { id, userId }: Pick<SessionRecord, 'id' | 'userId'>,
  { token, next, patience }: { readonly token: string; readonly next: string; readonly patience: number },
): Promise<boolean> {
  const hash = tokenHash(token)
  const { numUpdatedRows } = await tx.db
    .updateTable('sessions')
    .set({ token_hash: tokenHash(next), former_hash: hash, former_until: null, rotated_at: tx.now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('token_hash', '=', hash),
        eb.and([
          eb('former_hash', '=', hash),
          eb('former_until', 'is', null),
          eb('rotated_at', '<=', tx.now - patience),
        ]),
      ]),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  tx.touch('users', userId)
  return true
}

/** Writes the time of a session's last use. `formerUntil` gives its former value an end. */
export async function saveUse(
  tx: Tx,
  use: { readonly id: number; readonly seenAt: number; readonly formerUntil?: number | undefined },
): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ seen_at: use.seenAt })
    .where('id', '=', use.id)
    .where('organization_id', '=', tx.organizationId)
    .where('seen_at', '<', use.seenAt)
    .execute()
  if (use.formerUntil === undefined) return
  await tx.db
    .updateTable('sessions')
    .set({ former_until: use.formerUntil })
    .where('id', '=', use.id)
    .where('organization_id', '=', tx.organizationId)
    .where('former_hash', 'is not', null)
    .where('former_until', 'is', null)
    .execute()
}

/** Time at which the person of a session last proved who they are, in UNIX seconds; undefined if they have to. */
export async function findProvedAt(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('sessions').select('proved_at').where('id', '=', id).executeTakeFirst()
  return row?.proved_at ?? undefined
}

/** Ways in which the person of a session has proved who they are; none for a session that has ended. */
export async function findSessionMethods(db: Db, id: number): Promise<readonly SignInMethod[]> {
  const row = await db.selectFrom('sessions').select('methods').where('id', '=', id).executeTakeFirst()
  return row ? (JSON.parse(row.methods) as SignInMethod[]) : []
}

/** Notes that the person of a session has just proved who they are. A `method` that is new is kept with the others. */
export async function keepProof(
  tx: Tx,
  { id, userId }: Pick<SessionRecord, 'id' | 'userId'>,
  method: SignInMethod,
): Promise<void> {
  const row = await tx.db
    .selectFrom('sessions')
    .select('methods')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return
  const methods = JSON.parse(row.methods) as SignInMethod[]
  const isNew = !methods.includes(method)
  await tx.db
    .updateTable('sessions')
    .set({ proved_at: tx.now, ...(isNew && { methods: JSON.stringify([...methods, method]) }) })
    .where('id', '=', id)
    .execute()
  // The session as processes remember it says how it was opened.
  if (isNew) tx.touch('users', userId)
}

/** Lets the proofs of a user's sessions count no more: they have a new factor, which none of them has shown. */
export async function forgetProofs(tx: Tx, userId: number): Promise<void> {
  await tx.db.updateTable('sessions').set({ proved_at: null }).where('user_id', '=', userId).execute()
}

/** Deletes sessions of a user. */
export async function deleteSessions(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  await tx.db.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'in', ids).execute()
  tx.touch('users', userId)
}

/** Sessions of the organization that ended by their time before `time`; the first thousand. */
export async function listEndedSessions(
  tx: Tx,
  time: number,
): Promise<Pick<SessionRecord, 'id' | 'userId'>[]> {
  const rows = await tx.db
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('organization_id', '=', tx.organizationId)
    .where((eb) =>
      eb.or([eb('ends_at', '<=', time), eb(eb('seen_at', '+', eb.ref('idle_seconds')), '<=', time)]),
    )
    .limit(1000)
    .execute()
  return rows.map((row) => ({ id: row.id, userId: row.user_id }))
}
