import * as z from 'zod'
import { field } from '../define.ts'

/** A folder that channels are shown under. */
export const channelFolder = z.strictObject({
  id: field(z.int(), 'Id of the folder.'),
  name: field(z.string(), 'Name of the folder.'),
  description: field(z.string(), 'Markdown.'),
  rendered_description: field(z.string(), 'HTML.'),
  date_created: field(z.int().nullable(), 'UNIX seconds.'),
  creator_id: field(z.int().nullable(), 'Id of the user who created it; null if unknown.'),
  order: field(z.int(), 'The place of the folder in the order of folders, from 0.', { since: 414 }),
  is_archived: field(z.boolean(), 'Whether the folder is archived.'),
})
export type ChannelFolder = z.output<typeof channelFolder>
