import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { invitationErrors, invitationParameters } from './invitation-parameters.ts'

export const createInviteLink = endpoint({
  id: 'create-invite-link',
  method: 'POST',
  path: '/invites/multiuse',
  role: 'member',
  scope: 'people:write',
  bots: false,
  summary: 'Create an invitation link that many people can use.',
  doc: 'The caller must be in the organization’s `create_multiuse_invite_group`, now and when somebody uses the link. Newcomers get only the channels and groups that the caller may still give them then. If the caller’s role falls below the role of the link, the link is revoked.',
  params: invitationParameters,
  returns: { invite_link: field(z.string(), 'The address of the sign-up page.') },
  errors: invitationErrors,
  changes: [{ level: 209, text: 'Open to everybody with the permission, not only to administrators.' }],
  example: {
    request: { invite_as: 400, stream_ids: [1, 10] },
    response: { invite_link: 'http://localhost:9991/join/yddhtzk4jgl7rsmazc5fyyyy' },
  },
})
