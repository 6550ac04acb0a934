import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const revokeEmailInvite = endpoint({
  id: 'revoke-email-invite',
  method: 'DELETE',
  path: '/invites/{invite_id}',
  role: 'member',
  scope: 'people:write',
  bots: false,
  summary: 'Revoke an invitation sent by email.',
  doc: 'People who open the link then see that it was revoked.',
  params: { invite_id: inPath(id('invitation'), 'Id of the invitation.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The invitation does not exist, was used or revoked, or the caller may not manage it.',
    },
  ],
  example: { request: { invite_id: 1 }, response: {} },
})
