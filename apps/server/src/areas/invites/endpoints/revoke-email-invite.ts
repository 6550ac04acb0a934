import { revokeEmailInvite } from '@tagma/contract/endpoints/invites/revoke-email-invite.ts'
import { handle } from '#call/call.ts'
import { revokeInvitation } from '../manage-invitation.ts'

export const revokeEmailInviteHandler = handle(
  revokeEmailInvite,
  async ({ caller, directory, transact }, { invite_id }) => {
    await transact((tx) => revokeInvitation(tx, directory, caller, invite_id, 'email'))
    return {}
  },
)
