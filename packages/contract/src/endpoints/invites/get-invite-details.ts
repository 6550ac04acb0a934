import { endpoint, field, inPath } from '../../define.ts'
import { invite } from '../../objects/invite.ts'
import { id } from '../../primitives.ts'

export const getInviteDetails = endpoint({
  id: 'get-invite-details',
  method: 'GET',
  path: '/invites/{invite_id}',
  role: 'member',
  scope: 'people:write',
  bots: false,
  summary: 'Get an invitation by email with its channels.',
  doc: 'An addition of this server: no feature level of the API has it.',
  params: { invite_id: inPath(id('invitation'), 'Id of the invitation.') },
  returns: { invite: field(invite, 'The invitation.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The invitation does not exist, can no longer be accepted, or is not the caller’s.',
    },
  ],
  example: {
    request: { invite_id: 1 },
    response: {
      invite: {
        id: 1,
        is_multiuse: false,
        email: 'mia@example.com',
        invited: 1726339239,
        expiry_date: 1727203239,
        invited_as: 400,
        invited_by_user_id: 11,
        notify_referrer_on_join: true,
        stream_ids: [14, 3],
      },
    },
  },
})
