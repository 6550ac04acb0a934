import * as z from 'zod'
import { endpoint, json } from '../../define.ts'

export const deleteRealmLogo = endpoint({
  id: 'delete-realm-logo',
  method: 'DELETE',
  path: '/realm/logo',
  role: 'administrator',
  scope: 'organization',
  summary: 'Restore the built-in logo.',
  params: {
    night: json(z.boolean(), 'True for the logo on dark backgrounds.'),
  },
  returns: {},
  example: { request: { night: false }, response: {} },
})
