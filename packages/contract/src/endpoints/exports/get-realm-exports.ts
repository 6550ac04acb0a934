import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { realmExport, realmExportExample } from '../../objects/realm-export.ts'

export const getRealmExports = endpoint({
  id: 'get-realm-exports',
  method: 'GET',
  path: '/export/realm',
  role: 'administrator',
  scope: 'full',
  summary: 'List the exports of the organization’s data.',
  params: {},
  returns: { exports: field(z.array(realmExport), 'All exports ever requested, oldest first.') },
  example: {
    request: {},
    response: {
      exports: [realmExportExample],
    },
  },
})
