import type { ClaimedGroups } from '#model/claimed-groups.ts'
import type { OidcClaims } from '#model/oidc-claims.ts'
import type { SamlName } from '#model/saml-name.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { tokenHash } from '#store/sql/token-hash.ts'
import type { SignInMethod } from './sessions.ts'

/**
 * A sign-in that is under way: at the provider (`sign_in`; `try` if an owner only wants to see the answer), at the page on which a person proves that an account is
 * theirs (`link`), with an answer of SAML that the browser has yet to fetch (`answer`), at the page that asks for the
 * second factor (`second_factor`) or on which a person sets one up (`set_up`), or on the way from a browser to the desktop app (`desktop`); or one that only begins,
 * with a link that a command printed (`command`) or a passkey (`passkey`). The browser's cookie, or the link, has the
 * handle; the row has its hash, and secrets only sealed.
 */
export interface SignInFlow {
  readonly provider: string
  readonly purpose:
    | 'sign_in'
    | 'try'
    | 'link'
    | 'answer'
    | 'second_factor'
    | 'set_up'
    | 'desktop'
    | 'command'
    | 'passkey'
  /** Account that is to be linked or signed in. */
  readonly userId: number | null
  readonly data: FlowData
}

/** How somebody has proved who they are before they are asked for the second factor. */
export interface FirstStep {
  readonly method: SignInMethod
  readonly stays: boolean
  /** True if an app began the sign-in, and gets a key at its end. */
  readonly isApp: boolean
  /** Identity at a provider, with the provider's id of its own session. */
  readonly identity?: { readonly id: number; readonly session?: string; readonly name?: SamlName }
}

interface FlowData {
  /** Path to go to afterwards. */
  readonly next: string
  /** Identity that the provider vouched for, while it waits for a link. */
  readonly identity?: {
    readonly issuer: string
    readonly subject: string
    readonly email: string
    readonly session?: string
    readonly name?: SamlName
    readonly groups?: ClaimedGroups
  }
  /** Claims of an answer of SAML, and the request that it answers; null where nobody asked. */
  readonly answer?: { readonly requestId: string | null; readonly claims: OidcClaims }
  /** Whether the session stays after the browser was closed; by default it does. */
  readonly stays?: boolean
  /** The first step of somebody who is asked for the second one. */
  readonly first?: FirstStep
  /** Sealed secret of the authenticator app that a person sets up on their way in. */
  readonly sealed?: string
  /** Proof of the second step, for a session that is about to be opened. */
  readonly proof?: 'code' | 'recovery' | 'passkey' | 'trusted'
  /** For a new passkey: the name by which authenticators know the person. */
  readonly userHandle?: string
  /** Hash of the mailed code. */
  readonly codeHash?: string
  /** Wrong codes so far. */
  readonly tries?: number
}

/** Stores a flow that ends by itself at a time in UNIX seconds. */
export async function insertSignInFlow(
  tx: Tx,
  handle: string,
  { provider, purpose, userId, data }: SignInFlow,
  expiresAt: number,
): Promise<void> {
  await tx.db
    .insertInto('sign_in_flows')
    .values({
      organization_id: tx.organizationId,
      user_id: userId,
      handle_hash: tokenHash(handle),
      provider,
      purpose,
      data: JSON.stringify(data),
      expires_at: expiresAt,
    })
    .execute()
}

/** Finds the flow of a handle; undefined once it has ended. `now` is UNIX seconds. */
export async function findSignInFlow(
  db: Db,
  {
    organizationId,
    handle,
    now,
  }: { readonly organizationId: number; readonly handle: string; readonly now: number },
): Promise<SignInFlow | undefined> {
  const row = await db
    .selectFrom('sign_in_flows')
    .select(['provider', 'purpose', 'user_id', 'data'])
    .where('organization_id', '=', organizationId)
    .where('handle_hash', '=', tokenHash(handle))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return (
    row && {
      provider: row.provider,
      purpose: row.purpose as SignInFlow['purpose'],
      userId: row.user_id,
      data: JSON.parse(row.data) as FlowData,
    }
  )
}

/** Ends a flow. Returns false if it had ended before: then somebody else has used it. */
export async function deleteSignInFlow(tx: Tx, handle: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('sign_in_flows')
    .where('organization_id', '=', tx.organizationId)
    .where('handle_hash', '=', tokenHash(handle))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function updateSignInFlow(tx: Tx, handle: string, data: FlowData): Promise<void> {
  await tx.db
    .updateTable('sign_in_flows')
    .set({ data: JSON.stringify(data) })
    .where('organization_id', '=', tx.organizationId)
    .where('handle_hash', '=', tokenHash(handle))
    .execute()
}

/** Deletes the organization's flows that have ended by their time. */
export async function deleteEndedFlows(tx: Tx): Promise<void> {
  await tx.db
    .deleteFrom('sign_in_flows')
    .where('organization_id', '=', tx.organizationId)
    .where('expires_at', '<=', tx.now)
    .execute()
}
