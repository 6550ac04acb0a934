import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { invitationErrors, invitationParameters } from './invitation-parameters.ts'

export const sendInvites = endpoint({
  id: 'send-invites',
  method: 'POST',
  path: '/invites',
  role: 'member',
  bots: false,
  summary: 'Invite people by email.',
  doc: 'The caller has to be in the organization’s `can_invite_users_group`, also when somebody follows the link. Each person gets a link of their own, which works once. Newcomers get the channels and groups that the caller could still give them then. An invitation to a role above the caller’s new one is revoked.',
  params: {
    invitee_emails: text(z.string(), 'Email addresses, separated by commas or line breaks.'),
    ...invitationParameters,
    notify_referrer_on_join: json(
      z.boolean().default(true),
      'Whether the caller gets a direct message when one of those invited joins.',
      { since: 267 },
    ),
  },
  returns: {},
  errors: [
    ...invitationErrors,
    {
      code: 'INVITATION_FAILED',
      when: 'An address is not valid or not allowed, or belongs to an account already.',
    },
  ],
  example: {
    request: { invitee_emails: 'mia@example.com, otto@example.com', stream_ids: [1] },
    response: {},
  },
})
