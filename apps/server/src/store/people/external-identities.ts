import type { Role } from '@tagma/contract/objects/user.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { indexKey } from '#store/sql/index-key.ts'

/** A person at a provider. Never its email address, which changes hands. */
export interface IdentityKey {
  /** Name of the provider in the settings. */
  readonly provider: string
  readonly issuer: string
  /** Id of the person at the issuer. */
  readonly subject: string
}

/** An identity that belongs to an account. */
export interface LinkedIdentity extends IdentityKey {
  readonly id: number
  readonly userId: number
  /** The role that the person's groups at the provider gave at the last sign-in; null if none gave one. */
  readonly givenRole: Role | null
}

/** Finds the account's link of an identity. */
export async function findIdentity(
  db: Db,
  organizationId: number,
  { provider, issuer, subject }: IdentityKey,
): Promise<LinkedIdentity | undefined> {
  const row = await db
    .selectFrom('external_identities')
    .select(['id', 'user_id', 'given_role'])
    .where('organization_id', '=', organizationId)
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', indexKey(subject))
    .executeTakeFirst()
  return (
    row && {
      provider,
      issuer,
      subject,
      id: row.id,
      userId: row.user_id,
      givenRole: row.given_role as Role | null,
    }
  )
}

/** Tells whether an account has an identity of a provider. */
export async function hasIdentityOf(db: Db, userId: number, provider: string): Promise<boolean> {
  const row = await db
    .selectFrom('external_identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row !== undefined
}

/** The ids of an account at a provider, oldest link first. */
export async function listSubjects(db: Db, userId: number, provider: string): Promise<string[]> {
  const rows = await db
    .selectFrom('external_identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}

/** Links an identity to an account; returns the link's id. `email` is the provider's, for people to tell links apart. */
export async function insertIdentity(
  tx: Tx,
  userId: number,
  {
    provider,
    issuer,
    subject,
    email,
    givenRole = null,
  }: IdentityKey & { readonly email: string; readonly givenRole?: Role | null },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('external_identities')
    .values({
      organization_id: tx.organizationId,
      user_id: userId,
      provider,
      issuer,
      subject: indexKey(subject),
      email,
      created_at: tx.now,
      used_at: tx.now,
      absent_since: null,
      shut_out_at: null,
      given_role: givenRole,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes the links of an account that were made since a time, in UNIX seconds; all of them if it is omitted. */
export async function deleteIdentities(tx: Tx, userId: number, since = 0): Promise<void> {
  await tx.db
    .deleteFrom('external_identities')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('organization_id', '=', tx.organizationId)
    .execute()
}

/** Notes that somebody signed in by an identity. */
export async function noteIdentityUse(tx: Tx, id: number, email: string): Promise<void> {
  await tx.db
    .updateTable('external_identities')
    .set({ used_at: tx.now, email })
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
}

/** How many accounts are linked to each provider, and when one of them last signed in by it, in UNIX seconds. */
export async function countIdentities(
  db: Db,
  organizationId: number,
): Promise<Map<string, { readonly accounts: number; readonly usedAt: number }>> {
  const rows = await db
    .selectFrom('external_identities')
    .select(({ fn }) => [
      'provider',
      fn.countAll<number>().as('accounts'),
      fn.max<number>('used_at').as('used_at'),
    ])
    .where('organization_id', '=', organizationId)
    .groupBy('provider')
    .execute()
  return new Map(rows.map(({ provider, accounts, used_at: usedAt }) => [provider, { accounts, usedAt }]))
}

/** Notes the role that somebody's groups at a provider give; null for none. */
export async function noteGivenRole(tx: Tx, id: number, role: Role | null): Promise<void> {
  await tx.db
    .updateTable('external_identities')
    .set({ given_role: role })
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
}

/** An account that follows a directory of people. Times are UNIX seconds. */
export interface FollowedIdentity {
  readonly id: number
  readonly userId: number
  /** `indexKey` of the person's id. */
  readonly subject: string
  /** The first look at which the directory did not name the person; null while it does. */
  readonly absentSince: number | null
  /** When the account was deactivated for that; null otherwise. */
  readonly shutOutAt: number | null
}

/** Lists the links of an organization with the people of a provider. */
export async function listFollowedIdentities(
  db: Db,
  organizationId: number,
  provider: string,
): Promise<FollowedIdentity[]> {
  const rows = await db
    .selectFrom('external_identities')
    .select(['id', 'user_id', 'subject', 'absent_since', 'shut_out_at'])
    .where('organization_id', '=', organizationId)
    .where('provider', '=', provider)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    subject: row.subject,
    absentSince: row.absent_since,
    shutOutAt: row.shut_out_at,
  }))
}

/** Notes since when people are absent from their directory, and whether their accounts ended for it. */
export async function noteAbsence(
  tx: Tx,
  ids: readonly number[],
  { absentSince, shutOutAt }: Pick<FollowedIdentity, 'absentSince' | 'shutOutAt'>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += idsAtOnce)
    await tx.db
      .updateTable('external_identities')
      .set({ absent_since: absentSince, shut_out_at: shutOutAt })
      .where('organization_id', '=', tx.organizationId)
      .where('id', 'in', ids.slice(from, from + idsAtOnce))
      .execute()
}

/** Ids in one statement. */
const idsAtOnce = 1000
