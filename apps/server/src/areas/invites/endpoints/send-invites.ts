import { sendInvites } from '@tagma/contract/endpoints/invites/send-invites.ts'
import { handle } from '#call/call.ts'
import { inviteByEmail, parseEmails } from '../create-invitations.ts'

export const sendInvitesHandler = handle(
  sendInvites,
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
    args,
  ) => {
    const emails = parseEmails(args.invitee_emails)
    const partial = await transact((tx) =>
      inviteByEmail(tx, { directory, caller, random, config }, emails, args),
    )
    // The mails stay sent, and the caller learns which addresses were left out.
    if (partial) throw partial
    return {}
  },
)
