import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { realmExport } from '../../objects/realm-export.ts'

export const getRealmExports = endpoint({
  id: 'get-realm-exports',
  method: 'GET',
  path: '/export/realm',
  role: 'administrator',
  summary: 'List the exports of the organization’s data.',
  params: {},
  returns: { exports: field(z.array(realmExport), 'All exports ever asked for, oldest first.') },
  example: {
    request: {},
    response: {
      exports: [
        {
          id: 3,
          acting_user_id: 10,
          export_time: 1767603600,
          deleted_timestamp: null,
          failed_timestamp: null,
          export_url: null,
          pending: true,
          export_type: 'public',
          export_from_prior_server: false,
        },
      ],
    },
  },
})
