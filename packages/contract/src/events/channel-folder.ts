import * as z from 'zod'
import { event, field } from '../define.ts'
import { channelFolder } from '../objects/channel-folder.ts'

export const channelFolderAddEvent = event({
  type: 'channel_folder',
  op: 'add',
  since: 389,
  doc: 'A channel folder was created.',
  fields: { channel_folder: field(channelFolder, 'The folder.') },
  example: { type: 'channel_folder', op: 'add', channel_folder: { id: 2, name: 'Teams' }, id: 65536 },
})

export const channelFolderUpdateEvent = event({
  type: 'channel_folder',
  op: 'update',
  since: 389,
  doc: 'A channel folder changed.',
  fields: {
    channel_folder_id: field(z.int(), 'Id of the folder.'),
    data: field(
      z.strictObject({
        name: field(z.string().optional(), 'New name.'),
        description: field(z.string().optional(), 'New description, Markdown.'),
        rendered_description: field(z.string().optional(), 'New description, HTML.'),
        is_archived: field(z.boolean().optional(), 'Whether the folder is archived.'),
      }),
      'The changed properties, with their new values.',
    ),
  },
  example: {
    type: 'channel_folder',
    op: 'update',
    channel_folder_id: 2,
    data: { name: 'Groups' },
    id: 65536,
  },
})

export const channelFolderReorderEvent = event({
  type: 'channel_folder',
  op: 'reorder',
  since: 418,
  doc: 'The order of the channel folders changed.',
  fields: { order: field(z.array(z.int()), 'Ids of all folders, in their order.') },
  example: { type: 'channel_folder', op: 'reorder', order: [2, 1], id: 65536 },
})
