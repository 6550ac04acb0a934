import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'
import { exportTypes } from '../../objects/realm-export.ts'

export const exportRealm = endpoint({
  id: 'export-realm',
  method: 'POST',
  path: '/export/realm',
  role: 'administrator',
  summary: 'Have an export of the organization’s data made.',
  doc: 'The export is made in the background; [`realm_export`](event-realm-export) events tell how it goes. It is a `.tar.gz` archive; whoever knows its address can load it. At most five can be asked for within a week. When somebody’s data is removed, all archives go.\n\nObjects in it are as the API gives them, email addresses as far as the caller may see them:\n\n- `organization.json`: settings, groups, custom emoji, profile fields, linkifiers, channel folders\n- `users.json`: users with their profiles\n- `channels.json`: channels with their subscribers\n- `messages-000001.json` and so on: messages with their Markdown, a thousand in each file\n- `attachments.json`: the files that these messages link; the file of an id lies under `uploads/`\n- `avatars/` and `emoji/`: pictures, by id\n\nWhat belongs to one user alone, such as drafts, settings and what is read, is in none.',
  params: {
    export_type: text(
      z.enum(exportTypes).default('public'),
      '`public`: what every member can read. `full_with_consent`: besides, private messages of users who allow it. `full_without_consent`: all private messages, where the organization’s `owner_full_content_access` allows it.',
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
      when: 'Five exports were asked for within a week, no owner allows the export of private data, or the organization does not allow an export of everything.',
    },
  ],
  example: { request: { export_type: 'public' }, response: { id: 3 } },
})
