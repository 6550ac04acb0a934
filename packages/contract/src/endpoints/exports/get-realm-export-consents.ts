import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { exportConsent } from '../../objects/realm-export.ts'

export const getRealmExportConsents = endpoint({
  id: 'get-realm-export-consents',
  method: 'GET',
  path: '/export/realm/consents',
  role: 'administrator',
  scope: 'full',
  since: 295,
  summary: 'List the users’ consents to the export of their private data.',
  params: {},
  returns: { export_consents: field(z.array(exportConsent), 'All active users except bots.') },
  example: {
    request: {},
    response: { export_consents: [{ user_id: 10, consented: true, email_address_visibility: 1 }] },
  },
})
