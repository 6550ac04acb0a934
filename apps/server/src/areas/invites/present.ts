import type { Invite } from '@tagma/contract/objects/invite.ts'
import type { Invitation } from '#store/organization/invitations.ts'

/** Address of an invitation's sign-up page; `url` is the address of the organization. */
export const joinUrl = (url: string, token: string) => `${url}/join/${token}`

/** Presents an invitation; `url` is the address of the organization. */
export function presentInvite(invitation: Invitation, url: string): Invite {
  const { email } = invitation
  return {
    id: invitation.id,
    is_multiuse: email === null,
    ...(email === null ? { link_url: joinUrl(url, invitation.linkToken ?? '') } : { email }),
    invited: invitation.createdAt,
    expiry_date: invitation.expiresAt,
    invited_as: invitation.role,
    invited_by_user_id: invitation.inviterId,
    notify_referrer_on_join: invitation.notifyInviter,
  }
}
