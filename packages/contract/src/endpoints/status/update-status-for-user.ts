import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'
import { statusErrors, statusParameters } from './update-status.ts'

export const updateStatusForUser = endpoint({
  id: 'update-status-for-user',
  method: 'POST',
  path: '/users/{user_id}/status',
  role: 'administrator',
  scope: 'organization',
  since: 407,
  summary: 'Set the status of another user.',
  params: { user_id: inPath(z.int().nonnegative(), 'Id of the user.'), ...statusParameters },
  returns: {},
  errors: statusErrors,
  changes: [{ level: 473, text: 'Bots that are administrators may call it.' }],
  example: { request: { user_id: 10, status_text: 'on vacation' }, response: {} },
})
