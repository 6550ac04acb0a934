import * as z from 'zod'
import { endpoint, json } from '../../define.ts'

export const patchChannelFolders = endpoint({
  id: 'patch-channel-folders',
  method: 'PATCH',
  path: '/channel_folders',
  role: 'administrator',
  since: 414,
  summary: 'Put the channel folders in order.',
  params: { order: json(z.array(z.int().nonnegative()), 'Ids of all folders, archived ones included.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The order does not name every folder once.' }],
  example: { request: { order: [2, 1] }, response: {} },
})
