import { getInviteDetails } from '@tagma/contract/endpoints/invites/get-invite-details.ts'
import { handle } from '#call/call.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { invitationDetails } from '../manage-invitation.ts'
import { presentInvite } from '../present.ts'

export const getInviteDetailsHandler = handle(
  getInviteDetails,
  async ({ caller, directory, services, db, now }, { invite_id }) => {
    const invitation = await invitationDetails(db, caller, invite_id, now)
    const url = organizationUrl(services.config, directory.organization)
    return { invite: { ...presentInvite(invitation, url), stream_ids: [...invitation.channelIds] } }
  },
)
