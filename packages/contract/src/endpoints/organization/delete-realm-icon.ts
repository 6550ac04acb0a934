import { endpoint } from '../../define.ts'

export const deleteRealmIcon = endpoint({
  id: 'delete-realm-icon',
  method: 'DELETE',
  path: '/realm/icon',
  role: 'administrator',
  scope: 'organization',
  summary: 'Restore the built-in icon.',
  params: {},
  returns: {},
  example: { request: {}, response: {} },
})
