import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { invitationErrors, invitationParameters } from './invitation-parameters.ts'

export const createInviteLink = endpoint({
  id: 'create-invite-link',
  method: 'POST',
  path: '/invites/multiuse',
  role: 'member',
  bots: false,
  summary: 'Make an invitation link that any number of people can use.',
  doc: 'The caller has to be in the organization’s `create_multiuse_invite_group`, also when somebody follows the link. Newcomers get the channels and groups that the caller could still give them then. A link to a role above the caller’s new one is revoked.',
  params: invitationParameters,
  returns: { invite_link: field(z.string(), 'The address of the sign-up page.') },
  errors: invitationErrors,
  changes: [{ level: 209, text: 'Also for others than administrators, where they have permission.' }],
  example: {
    request: { invite_as: 400, stream_ids: [1, 10] },
    response: { invite_link: 'http://localhost:9991/join/yddhtzk4jgl7rsmazc5fyyyy' },
  },
})
