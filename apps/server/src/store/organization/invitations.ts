import type { Role } from '@tagma/contract/objects/user.ts'
import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import type { InvitationsTable } from '#store/sql/tables/organization.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

interface Terms {
  /** Address of the invited person; null for a link that many can use. */
  readonly email: string | null
  readonly inviterId: number
  readonly role: Role
  readonly channelIds: readonly number[]
  readonly groupIds: readonly number[]
  readonly includeDefaultChannels: boolean
  readonly notifyInviter: boolean
  /** Markdown; null for the organization's text, empty for no message. */
  readonly welcomeText: string | null
  /** UNIX seconds; null for never. */
  readonly expiresAt: number | null
}

export interface NewInvitation extends Terms {
  /** The secret of its link. */
  readonly token: string
}

export interface Invitation extends Terms {
  readonly id: number
  readonly organizationId: number
  /** Secret of a link that many can use; null for a mailed invitation, whose secret only the mail has. */
  readonly linkToken: string | null
  /** UNIX seconds. */
  readonly createdAt: number
  readonly state: 'open' | 'used' | 'revoked'
}

const toInvitation = (row: Selectable<InvitationsTable>): Invitation => ({
  id: row.id,
  organizationId: row.organization_id,
  linkToken: row.link_token,
  email: row.email,
  inviterId: row.inviter_id,
  role: row.role as Role,
  channelIds: JSON.parse(row.channel_ids) as number[],
  groupIds: JSON.parse(row.group_ids) as number[],
  includeDefaultChannels: row.include_default_channels === 1,
  notifyInviter: row.notify_inviter === 1,
  welcomeText: row.welcome_text,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  state: row.state as Invitation['state'],
})

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<number> {
  const { id } = await tx.db
    .insertInto('invitations')
    .values({
      organization_id: tx.organizationId,
      token_hash: tokenHash(invitation.token),
      link_token: invitation.email === null ? invitation.token : null,
      email: invitation.email,
      inviter_id: invitation.inviterId,
      role: invitation.role,
      channel_ids: JSON.stringify(invitation.channelIds),
      group_ids: JSON.stringify(invitation.groupIds),
      include_default_channels: invitation.includeDefaultChannels ? 1 : 0,
      notify_inviter: invitation.notifyInviter ? 1 : 0,
      welcome_text: invitation.welcomeText,
      created_at: tx.now,
      expires_at: invitation.expiresAt,
      state: 'open',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The organization's invitations that are valid at a time in UNIX seconds, oldest first. */
export async function listInvitations(
  db: Db,
  organizationId: number,
  now: number,
  inviterId?: number,
): Promise<Invitation[]> {
  let query = db
    .selectFrom('invitations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'open')
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', now)]))
    .orderBy('id')
  if (inviterId !== undefined) query = query.where('inviter_id', '=', inviterId)
  return (await query.execute()).map(toInvitation)
}

export async function findInvitation(
  db: Db,
  organizationId: number,
  id: number,
): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && toInvitation(row)
}

/** Finds the invitation of a link, in any state. */
export async function findInvitationByToken(
  db: Db,
  organizationId: number,
  token: string,
): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && toInvitation(row)
}

export async function setInvitationState(tx: Tx, id: number, state: Invitation['state']): Promise<void> {
  await tx.db
    .updateTable('invitations')
    .set({ state })
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
}

/** Ends all open invitations to an email address, because its account exists now. Returns who made them, each once. */
export async function useUpInvitations(tx: Tx, email: string): Promise<number[]> {
  const rows = await tx.db
    .updateTable('invitations')
    .set({ state: 'used' })
    .where('organization_id', '=', tx.organizationId)
    .where('email', '=', email)
    .where('state', '=', 'open')
    .returning('inviter_id')
    .execute()
  return [...new Set(rows.map(({ inviter_id }) => inviter_id))]
}

/** Revokes a user's open invitations; returns false if there was no open one. */
export async function revokeInvitationsBy(tx: Tx, inviterId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('invitations')
    .set({ state: 'revoked' })
    .where('organization_id', '=', tx.organizationId)
    .where('inviter_id', '=', inviterId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Revokes a user's open invitations to roles above the given one; returns false if there was no open one. */
export async function revokeInvitationsAbove(tx: Tx, inviterId: number, role: Role): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('invitations')
    .set({ state: 'revoked' })
    .where('organization_id', '=', tx.organizationId)
    .where('inviter_id', '=', inviterId)
    .where('role', '<', role)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Renews an invitation from now on, with another secret: the earlier link no longer works. */
export async function renewInvitation(
  tx: Tx,
  id: number,
  token: string,
  expiresAt: number | null,
): Promise<void> {
  await tx.db
    .updateTable('invitations')
    .set({ token_hash: tokenHash(token), created_at: tx.now, expires_at: expiresAt })
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
}
