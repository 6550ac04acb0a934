import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { principals } from './new-channel-parameters.ts'

export const unsubscribe = endpoint({
  id: 'unsubscribe',
  method: 'DELETE',
  path: '/users/me/subscriptions',
  role: 'guest',
  summary: 'Unsubscribe from channels.',
  params: {
    subscriptions: json(z.array(z.string()), 'Names of the channels.'),
    principals: json(principals.default([]), 'Who is unsubscribed; the caller when omitted.'),
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
  example: { request: { subscriptions: ['design'] }, response: { removed: ['design'], not_removed: [] } },
})
