import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { channelFolder } from '../../objects/channel-folder.ts'

export const getChannelFolders = endpoint({
  id: 'get-channel-folders',
  method: 'GET',
  path: '/channel_folders',
  role: 'guest',
  scope: 'channels:read',
  since: 389,
  summary: 'List the channel folders, in their order.',
  params: { include_archived: json(z.boolean().default(false), 'Whether to list archived folders too.') },
  returns: {
    channel_folders: field(z.array(channelFolder), 'The folders.', {
      changes: [{ level: 414, text: 'Sorted by `order`.' }],
    }),
  },
  example: { request: {}, response: { channel_folders: [{ id: 2, name: 'Teams' }] } },
})
