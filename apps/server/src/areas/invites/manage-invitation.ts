import { isAdministrator } from '@tagma/rules/roles.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import {
  findInvitation,
  type Invitation,
  listInvitations,
  renewInvitation,
  setInvitationState,
} from '#store/organization/invitations.ts'
import type { Db } from '#store/sql/db.ts'
import type { InvitationParts } from './create-invitations.ts'
import { invitationMail } from './invitation-mail.ts'
import { mayManage, whyClosed } from './rules.ts'
import { tellInvites } from './tell-invites.ts'

/** Finds the open invitations that the caller can manage: their own, and for administrators all. */
export async function invitationsOf(db: Db, caller: UserRecord, now: number): Promise<Invitation[]> {
  return listInvitations(db, caller.organizationId, now, isAdministrator(caller) ? undefined : caller.id)
}

/** Ends an invitation of either kind. */
export async function revokeInvitation(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  id: number,
  kind: 'email' | 'link',
): Promise<void> {
  const invitation = await findManaged(tx.db, caller, id, kind)
  if (invitation.state === 'revoked') throw badRequest('Invitation has already been revoked')
  if (invitation.state === 'used') throw badRequest('No such invitation')
  await setInvitationState(tx, id, 'revoked')
  tx.audit('invitation.revoked', { kind: 'invitation', id })
  tellInvites(tx, directory, invitation.inviterId)
}

/** Sends an invitation by email again, with another link; it lives as long as the first one did. */
export async function resendInvitation(
  tx: Tx,
  { directory, caller, random, config }: InvitationParts,
  id: number,
): Promise<void> {
  const invitation = await findManaged(tx.db, caller, id, 'email')
  if (invitation.state !== 'open' || invitation.email === null) throw badRequest('No such invitation')
  const expiresAt =
    invitation.expiresAt === null ? null : tx.now + (invitation.expiresAt - invitation.createdAt)
  const token = random.token(24)
  await renewInvitation(tx, id, token, expiresAt)
  tx.audit('invitation.sent_again', { kind: 'invitation', id }, { expires_at: expiresAt })
  const renewed = { token, expiresAt }
  await insertMail(tx, invitationMail(config, directory.organization, caller, renewed, invitation.email))
  tellInvites(tx, directory, invitation.inviterId)
}

/** Finds an open invitation by email. Throws a Refusal unless the caller can manage it. */
export async function invitationDetails(
  db: Db,
  caller: UserRecord,
  id: number,
  now: number,
): Promise<Invitation> {
  const invitation = await findManaged(db, caller, id, 'email')
  if (whyClosed(invitation, now) !== undefined) throw badRequest('No such invitation')
  return invitation
}

async function findManaged(
  db: Db,
  caller: UserRecord,
  id: number,
  kind: 'email' | 'link',
): Promise<Invitation> {
  const invitation = await findInvitation(db, caller.organizationId, id)
  if (!invitation || (invitation.email === null) !== (kind === 'link')) throw badRequest('No such invitation')
  if (!mayManage(caller, invitation)) throw badRequest('Insufficient permission')
  return invitation
}
