import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const revokeInviteLink = endpoint({
  id: 'revoke-invite-link',
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  role: 'member',
  bots: false,
  summary: 'Revoke a reusable invitation link.',
  doc: 'The page behind the link says from now on that it was revoked.',
  params: { invite_id: inPath(id('invitation'), 'Id of the invitation.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such invitation, it was used or revoked, or it is neither the caller’s nor may the caller manage those of others.',
    },
  ],
  example: { request: { invite_id: 1 }, response: {} },
})
