import * as z from 'zod'
import { endpoint, inPath, json, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, name, textUpTo } from '../../primitives.ts'

export const updateChannelFolder = endpoint({
  id: 'update-channel-folder',
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  role: 'administrator',
  since: 389,
  summary: 'Change, archive or bring back a channel folder.',
  params: {
    channel_folder_id: inPath(id('folder'), 'The folder.'),
    name: text(name(limits.maxFolderNameLength).optional(), 'New name.'),
    description: text(textUpTo(limits.maxFolderDescriptionLength).optional(), 'New description; Markdown.'),
    is_archived: json(
      z.boolean().optional(),
      'Whether the folder is archived, which takes one without channels.',
    ),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such folder, the name is in use, or a folder to archive holds channels.',
    },
  ],
  example: { request: { channel_folder_id: 2, name: 'Groups' }, response: {} },
})
