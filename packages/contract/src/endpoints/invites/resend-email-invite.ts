import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const resendEmailInvite = endpoint({
  id: 'resend-email-invite',
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  role: 'member',
  bots: false,
  summary: 'Send an invitation by email again.',
  doc: 'It is good for as long again as it was when it was made.',
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
