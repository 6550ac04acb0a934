import { revokeInviteLink } from '@tagma/contract/endpoints/invites/revoke-invite-link.ts'
import { handle } from '#call/call.ts'
import { revokeInvitation } from '../manage-invitation.ts'

export const revokeInviteLinkHandler = handle(
  revokeInviteLink,
  async ({ caller, directory, transact }, { invite_id }) => {
    await transact((tx) => revokeInvitation(tx, directory, caller, invite_id, 'link'))
    return {}
  },
)
