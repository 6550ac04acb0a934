import * as z from 'zod'
import { field } from '../define.ts'

/** The kinds of exports. */
export const exportTypes = ['public', 'full_with_consent', 'full_without_consent'] as const
export type ExportType = (typeof exportTypes)[number]

/** An export of the organization's data. */
export const realmExport = z.strictObject({
  id: field(z.int(), 'Id of the export.'),
  acting_user_id: field(z.int(), 'Id of the user who requested it.'),
  export_time: field(z.number(), 'The time of the request in UNIX seconds.'),
  deleted_timestamp: field(
    z.number().nullable(),
    'The time of its deletion in UNIX seconds; null if it was not deleted.',
  ),
  failed_timestamp: field(
    z.number().nullable(),
    'The time when it failed in UNIX seconds; null if it did not fail.',
  ),
  export_url: field(
    z.string().nullable(),
    'The address of the archive. Anybody who knows it can download the archive. Null while the export is being made, and without an archive.',
  ),
  pending: field(z.boolean(), 'Whether the export is still being made.'),
  export_type: field(
    z.enum(exportTypes),
    '`public`: everything that every member can read. `full_with_consent`: also private messages of users who consent. `full_without_consent`: everything.',
    { since: 304, changes: [{ level: 449, text: 'Words in place of numbers.' }] },
  ),
  export_from_prior_server: field(z.boolean(), 'Whether another server made it and holds the archive.', {
    since: 499,
  }),
})

/** An export that was just requested, for the documentation. */
export const realmExportExample = {
  id: 3,
  acting_user_id: 10,
  export_time: 1767603600,
  deleted_timestamp: null,
  failed_timestamp: null,
  export_url: null,
  pending: true,
  export_type: 'public',
  export_from_prior_server: false,
}

/** Whether a user lets administrators export their private data. */
export const exportConsent = z.strictObject({
  user_id: field(z.int(), 'The user.'),
  consented: field(z.boolean(), 'Their setting `allow_private_data_export`.'),
  email_address_visibility: field(z.int(), 'The user’s setting with this name.', { since: 430 }),
})
