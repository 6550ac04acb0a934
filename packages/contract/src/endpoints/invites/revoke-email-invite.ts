import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const revokeEmailInvite = endpoint({
  id: 'revoke-email-invite',
  method: 'DELETE',
  path: '/invites/{invite_id}',
  role: 'member',
  bots: false,
  summary: 'Revoke an invitation sent by email.',
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
