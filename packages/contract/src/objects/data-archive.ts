import * as z from 'zod'
import { field } from '../define.ts'
import { exportTypes } from './realm-export.ts'

/** Forms of the messages in a compliance export. */
export const complianceFormats = ['jsonl', 'csv', 'html'] as const
export type ComplianceFormat = (typeof complianceFormats)[number]

const made = {
  id: field(z.int(), 'Id of the export.'),
  export_time: field(z.int(), 'The time of the request in UNIX seconds.'),
  finished_timestamp: field(z.int().nullable(), 'When it was finished, in UNIX seconds; null before.'),
  failed_timestamp: field(z.int().nullable(), 'When it failed, in UNIX seconds; null if it did not fail.'),
  deleted_timestamp: field(
    z.int().nullable(),
    'When its archive was deleted, in UNIX seconds; null while there is one.',
  ),
  expiry_timestamp: field(
    z.int().nullable(),
    'When its archive will be deleted, in UNIX seconds; null without an archive.',
  ),
  export_url: field(
    z.string().nullable(),
    'The address of the archive, a ZIP. Anybody who knows it can download the archive. Null while there is none.',
  ),
}

/** An export of one person's own data. */
export const ownExport = z.strictObject({
  ...made,
  include_received: field(z.boolean(), 'Whether it has direct messages that others sent to the person.'),
})

/** An export of one person's data that was just requested, for the documentation. */
export const ownExportExample = {
  id: 4,
  export_time: 1767603600,
  finished_timestamp: null,
  failed_timestamp: null,
  deleted_timestamp: null,
  expiry_timestamp: null,
  export_url: null,
  include_received: false,
}

/** The question that a compliance export answers. */
export const complianceQuery = z.strictObject({
  export_type: field(z.enum(exportTypes), 'Which messages are searched, as of other exports.'),
  channel_ids: field(z.array(z.int()).nullable(), 'Only messages of these channels; null for all.'),
  user_ids: field(
    z.array(z.int()).nullable(),
    'Only messages by these people, and direct conversations in which one of them takes part; null for all.',
  ),
  since: field(z.int().nullable(), 'Only messages sent then or later, in UNIX seconds.'),
  until: field(z.int().nullable(), 'Only messages sent before then, in UNIX seconds.'),
  direct: field(z.boolean(), 'Whether direct messages are searched.'),
  format: field(z.enum(complianceFormats), 'The form of the messages in the archive.'),
})

/** A compliance export. */
export const complianceExport = z.strictObject({
  ...made,
  acting_user_id: field(z.int(), 'Id of the owner who requested it.'),
  query: field(complianceQuery, 'The question.'),
})

/** A compliance export that was just requested, for the documentation. */
export const complianceExportExample = {
  id: 5,
  export_time: 1767603600,
  finished_timestamp: null,
  failed_timestamp: null,
  deleted_timestamp: null,
  expiry_timestamp: null,
  export_url: null,
  acting_user_id: 9,
  query: {
    export_type: 'public',
    channel_ids: [3],
    user_ids: null,
    since: 1764547200,
    until: 1767225600,
    direct: false,
    format: 'csv',
  },
}
