import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'
import { exportTypes } from '../../objects/realm-export.ts'

export const exportRealm = endpoint({
  id: 'export-realm',
  method: 'POST',
  path: '/export/realm',
  role: 'administrator',
  summary: 'Have an export of the organization’s data made.',
  doc: 'The export is made in the background; [`realm_export`](event-realm-export) events tell how it goes. It is a `.tar.gz` archive of JSON files and of the files that were uploaded: users, channels and groups, and messages with what they link. At most five can be asked for within a week.',
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
