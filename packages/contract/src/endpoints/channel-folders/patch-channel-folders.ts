import * as z from 'zod'
import { endpoint, json } from '../../define.ts'

export const patchChannelFolders = endpoint({
  id: 'patch-channel-folders',
  method: 'PATCH',
  path: '/channel_folders',
  role: 'administrator',
  scope: 'organization',
  since: 414,
  summary: 'Change the order of the channel folders.',
  params: {
    order: json(
      z.array(z.int().nonnegative()),
      'The ids of all folders, archived ones included, in the new order.',
    ),
  },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The order does not hold every folder exactly once.' }],
  example: { request: { order: [2, 1] }, response: {} },
})
