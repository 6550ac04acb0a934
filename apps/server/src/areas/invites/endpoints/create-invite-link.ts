import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { handle } from '#call/call.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { createInviteLinkFor } from '../create-invitations.ts'
import { joinUrl } from '../present.ts'

export const createInviteLinkHandler = handle(
  createInviteLink,
  async ({ caller, directory, services, transact }, args) => {
    const {
      config,
      time: { random },
    } = services
    const token = await transact((tx) => createInviteLinkFor(tx, { directory, caller, random, config }, args))
    return { invite_link: joinUrl(organizationUrl(config, directory.organization), token) }
  },
)
