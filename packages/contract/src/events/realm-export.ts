import * as z from 'zod'
import { event, field } from '../define.ts'
import { realmExport, realmExportExample } from '../objects/realm-export.ts'

export const realmExportEvent = event({
  type: 'realm_export',
  doc: 'An export of the organization’s data was requested, finished, failed or deleted. For administrators.',
  fields: { exports: field(z.array(realmExport), 'All exports after the change.') },
  example: {
    type: 'realm_export',
    exports: [realmExportExample],
    id: 65536,
  },
})

export const realmExportConsentEvent = event({
  type: 'realm_export_consent',
  doc: 'A user’s consent to the export of private data changed, or a user who consents was reactivated. For administrators.',
  since: 312,
  fields: {
    user_id: field(z.int(), 'The user.'),
    consented: field(z.boolean(), 'Whether the user now consents.'),
  },
  example: { type: 'realm_export_consent', user_id: 10, consented: true, id: 65536 },
})
