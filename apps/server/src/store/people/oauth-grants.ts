import type { Scope } from '@tagma/contract/scopes.ts'
import type { Tx } from '#store/log/tx.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

/** Access that a person gave to a program, with what the table knows of its tokens. Times are UNIX seconds. */
export interface OauthGrant {
  readonly id: number
  readonly userId: number
  readonly client: { readonly id: number; readonly clientId: string; readonly name: string }
  /** The access token; null until the code is exchanged. */
  readonly tokenId: number | null
  readonly scopes: readonly Scope[]
  /** Ids of the channels in which the program may write, as in `AccessTokenRecord`. */
  readonly writeTo: readonly number[] | null
  /** True if its person had taken a second step when they gave it. */
  readonly hasStep: boolean
  /** Address to which the code was sent. */
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly createdAt: number
  /** `tokenHash` of the refresh token, and of the one before. */
  readonly refreshHash: string | null
  readonly formerHash: string | null
  readonly rotationSalt: string | null
  readonly rotatedAt: number | null
}

/** Stores access that waits for its code to be exchanged. */
export async function insertOauthGrant(
  tx: Tx,
  code: string,
  given: Pick<OauthGrant, 'userId' | 'scopes' | 'writeTo' | 'hasStep' | 'redirectUri' | 'codeChallenge'> & {
    readonly clientId: number
  },
): Promise<void> {
  await tx.db
    .insertInto('oauth_grants')
    .values({
      organization_id: tx.organizationId,
      user_id: given.userId,
      client_id: given.clientId,
      token_id: null,
      scopes: JSON.stringify(given.scopes),
      write_to: given.writeTo ? JSON.stringify(given.writeTo) : null,
      has_step: given.hasStep ? 1 : 0,
      redirect_uri: given.redirectUri,
      code_hash: tokenHash(code),
      code_challenge: given.codeChallenge,
      created_at: tx.now,
      family_hash: null,
      refresh_hash: null,
      former_hash: null,
      rotation_salt: null,
      rotated_at: null,
    })
    .execute()
}

/** Finds access by its code (`code_hash`), the common part of its refresh tokens (`family_hash`), or its access token. */
export async function findOauthGrant(
  tx: Tx,
  by: { readonly code: string } | { readonly family: string } | { readonly tokenId: number },
): Promise<OauthGrant | undefined> {
  const query = tx.db
    .selectFrom('oauth_grants')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
    .selectAll('oauth_grants')
    .select(['oauth_clients.client_id as client_name_on_wire', 'oauth_clients.name'])
    .where('oauth_grants.organization_id', '=', tx.organizationId)
  const row = await (
    'code' in by
      ? query.where('code_hash', '=', tokenHash(by.code))
      : 'family' in by
        ? query.where('family_hash', '=', tokenHash(by.family))
        : query.where('token_id', '=', by.tokenId)
  ).executeTakeFirst()
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      client: { id: row.client_id, clientId: row.client_name_on_wire, name: row.name },
      tokenId: row.token_id,
      scopes: JSON.parse(row.scopes) as Scope[],
      writeTo: row.write_to === null ? null : (JSON.parse(row.write_to) as number[]),
      hasStep: row.has_step === 1,
      redirectUri: row.redirect_uri,
      codeChallenge: row.code_challenge,
      createdAt: row.created_at,
      refreshHash: row.refresh_hash,
      formerHash: row.former_hash,
      rotationSalt: row.rotation_salt,
      rotatedAt: row.rotated_at,
    }
  )
}

/** Notes that the code was exchanged for tokens. `family` is the common part of all its refresh tokens. */
export async function startOauthGrant(
  tx: Tx,
  id: number,
  tokens: { readonly tokenId: number; readonly family: string; readonly refreshToken: string },
): Promise<void> {
  await tx.db
    .updateTable('oauth_grants')
    .set({
      token_id: tokens.tokenId,
      family_hash: tokenHash(tokens.family),
      refresh_hash: tokenHash(tokens.refreshToken),
    })
    .where('id', '=', id)
    .execute()
}

/** Replaces the refresh token. */
export async function rotateOauthGrant(
  tx: Tx,
  { id, refreshHash }: OauthGrant,
  next: { readonly refreshToken: string; readonly salt: string },
): Promise<void> {
  await tx.db
    .updateTable('oauth_grants')
    .set({
      former_hash: refreshHash,
      refresh_hash: tokenHash(next.refreshToken),
      rotation_salt: next.salt,
      rotated_at: tx.now,
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes access whose code was never exchanged. The access token's end deletes the rest. */
export async function deleteOauthGrant(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('oauth_grants').where('id', '=', id).execute()
}

/** Deletes access whose code was made before a time (UNIX seconds) and not exchanged: of a user, or of all. */
export async function deleteUnusedCodes(
  tx: Tx,
  { before, userId }: { readonly before: number; readonly userId?: number },
): Promise<void> {
  let query = tx.db
    .deleteFrom('oauth_grants')
    .where('organization_id', '=', tx.organizationId)
    .where('token_id', 'is', null)
    .where('created_at', '<', before)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  await query.execute()
}
