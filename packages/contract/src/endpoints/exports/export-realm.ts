import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'
import { exportTypes } from '../../objects/realm-export.ts'
import { stepUpError } from '../sign-in/proof-parameters.ts'

export const exportRealm = endpoint({
  id: 'export-realm',
  method: 'POST',
  path: '/export/realm',
  role: 'administrator',
  scope: 'full',
  summary: 'Request an export of the organization’s data.',
  doc: 'The server makes the export in the background and reports progress by [`realm_export`](event-realm-export) events. The result is a `.tar.gz` archive. Anybody who knows its address can download it. Five exports can be requested within a week. When a user’s data is removed, all archives are deleted.\n\nThe archive holds objects in the form of the API. Email addresses appear if the caller may see them.\n\n- `organization.json`: settings, groups, custom emoji, profile fields, linkifiers, channel folders\n- `users.json`: users with their profiles\n- `channels.json`: channels with their subscribers\n- `messages-000001.json` and so on: messages with their Markdown, a thousand in each file\n- `attachments.json`: the files that these messages link; the file of an id lies under `uploads/`\n- `avatars/` and `emoji/`: pictures, by id\n\nThe archive leaves out data of single users, such as drafts, settings and read messages.',
  params: {
    export_type: text(
      z.enum(exportTypes).default('public'),
      '`public`: everything that every member can read. `full_with_consent`: also the private messages of users who consent. `full_without_consent`: all private messages, if the organization’s `owner_full_content_access` allows it.',
      {
        since: 304,
        changes: [
          { level: 449, text: 'Words in place of the numbers 1 and 2; added `full_without_consent`.' },
        ],
      },
    ),
  },
  returns: { id: field(z.int(), 'Id of the export.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'Five exports were requested within a week, no owner consents to the export of private data, or the organization does not allow an export of everything.',
    },
    stepUpError('Data is exported'),
  ],
  example: { request: { export_type: 'public' }, response: { id: 3 } },
})
