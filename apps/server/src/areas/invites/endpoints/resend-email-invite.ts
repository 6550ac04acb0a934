import { resendEmailInvite } from '@tagma/contract/endpoints/invites/resend-email-invite.ts'
import { handle } from '#call/call.ts'
import { resendInvitation } from '../manage-invitation.ts'

export const resendEmailInviteHandler = handle(
  resendEmailInvite,
  async (
    {
      caller,
      directory,
      services: {
        config,
        time: { random },
      },
      transact,
    },
    { invite_id },
  ) => {
    await transact((tx) => resendInvitation(tx, { directory, caller, random, config }, invite_id))
    return {}
  },
)
