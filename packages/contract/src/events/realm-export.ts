import * as z from 'zod'
import { event, field } from '../define.ts'
import { realmExport } from '../objects/realm-export.ts'

export const realmExportEvent = event({
  type: 'realm_export',
  doc: 'An export of the organization’s data was asked for, made or deleted, or failed. For administrators.',
  fields: { exports: field(z.array(realmExport), 'All exports as they are now.') },
  example: {
    type: 'realm_export',
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
    id: 65536,
  },
})

export const realmExportConsentEvent = event({
  type: 'realm_export_consent',
  doc: 'Somebody has changed whether administrators may export their private data, or somebody who allows it is there again. For administrators.',
  since: 312,
  fields: {
    user_id: field(z.int(), 'The user.'),
    consented: field(z.boolean(), 'Whether they allow it now.'),
  },
  example: { type: 'realm_export_consent', user_id: 10, consented: true, id: 65536 },
})
