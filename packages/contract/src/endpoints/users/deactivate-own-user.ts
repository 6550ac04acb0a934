import { endpoint } from '../../define.ts'

export const deactivateOwnUser = endpoint({
  id: 'deactivate-own-user',
  method: 'DELETE',
  path: '/users/me',
  role: 'guest',
  scope: 'full',
  bots: false,
  summary: 'Deactivate your own account.',
  doc: 'Only an administrator can reactivate it.',
  params: {},
  returns: {},
  errors: [{ code: 'CANNOT_DEACTIVATE_LAST_USER', when: 'The caller is the only owner or the only user.' }],
  example: { request: {}, response: {} },
})
