import * as z from 'zod'
import { field } from '../define.ts'

/** What an export contains. */
export const exportTypes = ['public', 'full_with_consent', 'full_without_consent'] as const
export type ExportType = (typeof exportTypes)[number]

/** An export of the organization's data. */
export const realmExport = z.strictObject({
  id: field(z.int(), 'Id of the export.'),
  acting_user_id: field(z.int(), 'Who asked for it.'),
  export_time: field(z.number(), 'UNIX time at which it was asked for.'),
  deleted_timestamp: field(z.number().nullable(), 'UNIX time at which it was deleted; null when it was not.'),
  failed_timestamp: field(z.number().nullable(), 'UNIX time at which it failed; null when it did not.'),
  export_url: field(
    z.string().nullable(),
    'Where the archive lies, for everybody who knows the address; null while it is made, and when there is none.',
  ),
  pending: field(z.boolean(), 'Whether it is still to be made.'),
  export_type: field(
    z.enum(exportTypes),
    '`public`: what every member can read; `full_with_consent`: besides, private messages of those who allow it; `full_without_consent`: everything.',
    { since: 304, changes: [{ level: 449, text: 'Numbers before.' }] },
  ),
  export_from_prior_server: field(z.boolean(), 'Whether another server made it, and has the archive.', {
    since: 499,
  }),
})

/** Whether somebody lets administrators export their private data. */
export const exportConsent = z.strictObject({
  user_id: field(z.int(), 'The user.'),
  consented: field(z.boolean(), 'Their setting `allow_private_data_export`.'),
  email_address_visibility: field(z.int(), 'Their setting of that name.', { since: 430 }),
})
