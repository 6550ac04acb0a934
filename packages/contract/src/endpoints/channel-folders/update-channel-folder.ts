import * as z from 'zod'
import { endpoint, inPath, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, name, textUpTo } from '../../primitives.ts'

export const updateChannelFolder = endpoint({
  id: 'update-channel-folder',
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  role: 'administrator',
  scope: 'organization',
  since: 389,
  summary: 'Change, archive or restore a channel folder.',
  params: {
    channel_folder_id: inPath(id('folder'), 'The folder.'),
    name: text(name(limits.maxFolderNameLength).optional(), 'New name.'),
    description: text(textUpTo(limits.maxFolderDescriptionLength).optional(), 'New description; Markdown.'),
    is_archived: json(
      z.boolean().optional(),
      'Whether the folder is archived. Only a folder without channels can be archived.',
    ),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The folder does not exist, the name is in use, or the folder to archive still holds channels.',
    },
  ],
  example: { request: { channel_folder_id: 2, name: 'Groups' }, response: {} },
})
