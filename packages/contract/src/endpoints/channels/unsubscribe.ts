import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { changesOfPrincipals, principalErrors, principals } from './new-channel-parameters.ts'

export const unsubscribe = endpoint({
  id: 'unsubscribe',
  method: 'DELETE',
  path: '/users/me/subscriptions',
  role: 'guest',
  summary: 'Unsubscribe from channels.',
  doc: 'Others are unsubscribed by organization administrators; by the owner of a bot, where it is the bot; and by those in `can_remove_subscribers_group` who have access to the channel.',
  params: {
    subscriptions: json(z.array(z.string()), 'Names of the channels.'),
    principals: json(principals.default([]), 'Who is unsubscribed; the caller when omitted.', {
      changes: changesOfPrincipals,
    }),
  },
  returns: {
    removed: field(z.array(z.string()), 'Names of the channels that somebody was unsubscribed from.'),
    not_removed: field(z.array(z.string()), 'Names of the channels that nobody of them was in.'),
  },
  errors: [
    { code: 'STREAM_DOES_NOT_EXIST', when: 'No channel has this name, or the caller may not know it.' },
    {
      code: 'BAD_REQUEST',
      when: 'A principal is unknown or deactivated, or the caller may not remove them.',
    },
  ],
  changes: [
    { level: 145, text: 'Owners may remove their bots.' },
    principalErrors,
    { level: 362, text: 'Subscriptions to archived channels can be changed.' },
  ],
  example: { request: { subscriptions: ['design'] }, response: { removed: ['design'], not_removed: [] } },
})
