import * as z from 'zod'
import { endpoint, field, json, text } from '../../define.ts'
import { complianceFormats } from '../../objects/data-archive.ts'
import { exportTypes } from '../../objects/realm-export.ts'
import { id, unixSeconds } from '../../primitives.ts'

export const askForComplianceExport = endpoint({
  id: 'ask-for-compliance-export',
  method: 'POST',
  path: '/tagma/compliance_exports',
  role: 'owner',
  scope: 'full',
  bots: false,
  summary: 'Request the messages of channels, people and a time, for lawyers and auditors.',
  doc: 'The server makes a ZIP in the background and tells owners of it by [`tagma_exports`](event-tagma-exports) events. It is deleted a week later. Twenty can be requested within a week; each leaves a row in the audit log.\n\nThe archive has the messages with their senders, edit history, moves and reactions, the files that they link, and `manifest.json`: the question, who asked, counts, and the SHA-256 of each file. Deleted messages are not in it. An endpoint of Tagma; Zulip has none for this.',
  params: {
    export_type: text(
      z.enum(exportTypes).default('public'),
      '`public`: what every member can read. `full_with_consent`: also private messages of users who consent. `full_without_consent`: all private messages, if the organization’s `owner_full_content_access` allows it.',
    ),
    channel_ids: json(
      z.array(id('channel')).min(1).optional(),
      'Only messages of these channels. With `direct`, direct messages come along all the same.',
    ),
    user_ids: json(
      z.array(id('user')).min(1).optional(),
      'Only messages by these people, and with `direct` all messages of direct conversations in which one of them takes part.',
    ),
    since: json(unixSeconds.optional(), 'Only messages sent then or later, in UNIX seconds.'),
    until: json(unixSeconds.optional(), 'Only messages sent before then, in UNIX seconds.'),
    direct: json(
      z.boolean().default(false),
      'True to search direct messages too; not with the type `public`.',
    ),
    format: text(
      z.enum(complianceFormats).default('jsonl'),
      'The form of the messages: a JSON object in each line, a table, or pages to read.',
    ),
  },
  returns: { id: field(z.int(), 'Id of the export.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'A channel is not within the export’s type, a user does not exist, the time is empty, `direct` comes with the type `public`, no owner consents to the export of private data, the organization does not allow an export of everything, or twenty exports were requested within a week.',
    },
  ],
  example: {
    request: { channel_ids: [3], since: 1764547200, until: 1767225600, format: 'csv' },
    response: { id: 5 },
  },
})
