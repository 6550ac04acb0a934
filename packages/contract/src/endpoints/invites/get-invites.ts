import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { invite } from '../../objects/invite.ts'

export const getInvites = endpoint({
  id: 'get-invites',
  method: 'GET',
  path: '/invites',
  role: 'member',
  scope: 'people:write',
  bots: false,
  summary: 'List the invitations that can still be accepted.',
  doc: 'Administrators see all invitations, other users see their own.',
  params: {},
  returns: { invites: field(z.array(invite), 'Invitations by email and reusable links, oldest first.') },
  example: {
    request: {},
    response: {
      invites: [
        {
          id: 1,
          is_multiuse: false,
          email: 'mia@example.com',
          invited: 1710606654,
          expiry_date: null,
          invited_as: 200,
          invited_by_user_id: 9,
          notify_referrer_on_join: true,
        },
      ],
    },
  },
})
