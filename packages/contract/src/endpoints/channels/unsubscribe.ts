import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { changesOfPrincipals, principalErrors, principals } from './new-channel-parameters.ts'

export const unsubscribe = endpoint({
  id: 'unsubscribe',
  method: 'DELETE',
  path: '/users/me/subscriptions',
  role: 'guest',
  scope: 'channels:write',
  summary: 'Unsubscribe from channels.',
  doc: 'Everybody may unsubscribe themselves. Organization administrators may unsubscribe others. So may a bot’s owner for the bot, and members of `can_remove_subscribers_group` who have access to the channel.',
  params: {
    subscriptions: json(z.array(z.string()), 'Names of the channels.'),
    principals: json(principals.default([]), 'The users to unsubscribe. By default the caller.', {
      changes: changesOfPrincipals,
    }),
  },
  returns: {
    removed: field(z.array(z.string()), 'The names of the channels that at least one of the users left.'),
    not_removed: field(z.array(z.string()), 'The names of the channels that none of the users was in.'),
  },
  errors: [
    { code: 'STREAM_DOES_NOT_EXIST', when: 'The channel does not exist, or the caller may not see it.' },
    {
      code: 'BAD_REQUEST',
      when: 'A principal is unknown or deactivated, or the caller may not unsubscribe them.',
    },
  ],
  changes: [
    { level: 145, text: 'Owners may unsubscribe their bots.' },
    principalErrors,
    { level: 362, text: 'Subscriptions to archived channels can be changed.' },
  ],
  example: { request: { subscriptions: ['design'] }, response: { removed: ['design'], not_removed: [] } },
})
