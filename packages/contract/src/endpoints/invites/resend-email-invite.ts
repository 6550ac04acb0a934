import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const resendEmailInvite = endpoint({
  id: 'resend-email-invite',
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  role: 'member',
  scope: 'people:write',
  bots: false,
  summary: 'Send an invitation by email again.',
  doc: 'The new period of validity is as long as the first one.',
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
