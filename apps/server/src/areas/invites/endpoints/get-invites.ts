import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { handle } from '#call/call.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { invitationsOf } from '../manage-invitation.ts'
import { presentInvite } from '../present.ts'

export const getInvitesHandler = handle(getInvites, async ({ caller, directory, services, db, now }) => {
  const url = organizationUrl(services.config, directory.organization)
  const invitations = await invitationsOf(db, caller, now)
  return { invites: invitations.map((invitation) => presentInvite(invitation, url)) }
})
