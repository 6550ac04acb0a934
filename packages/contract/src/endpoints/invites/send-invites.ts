import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { invitationErrors, invitationParameters } from './invitation-parameters.ts'

export const sendInvites = endpoint({
  id: 'send-invites',
  method: 'POST',
  path: '/invites',
  role: 'member',
  scope: 'people:write',
  bots: false,
  summary: 'Invite people by email.',
  doc: 'Each person gets a link that works once. The caller must be in the organization’s `can_invite_users_group`, now and when somebody uses the link. Newcomers get only the channels and groups that the caller may still give them then. If the caller’s role falls below the role of an invitation, the invitation is revoked.',
  params: {
    invitee_emails: text(z.string(), 'Email addresses, separated by commas or line breaks.'),
    ...invitationParameters,
    notify_referrer_on_join: json(
      z.boolean().default(true),
      'Whether the caller gets a direct message when one of these people joins.',
      { since: 267 },
    ),
  },
  returns: {},
  errors: [
    ...invitationErrors,
    {
      code: 'INVITATION_FAILED',
      when: 'An address is not valid or not allowed, or already has an account.',
    },
  ],
  example: {
    request: { invitee_emails: 'mia@example.com, otto@example.com', stream_ids: [1] },
    response: {},
  },
})
