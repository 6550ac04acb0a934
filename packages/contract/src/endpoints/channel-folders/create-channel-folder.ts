import { endpoint, field, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, name, textUpTo } from '../../primitives.ts'

export const createChannelFolder = endpoint({
  id: 'create-channel-folder',
  method: 'POST',
  path: '/channel_folders/create',
  role: 'administrator',
  scope: 'organization',
  since: 389,
  summary: 'Create a channel folder.',
  params: {
    name: text(
      name(limits.maxFolderNameLength),
      'The name of the folder. Folders in use have different names.',
    ),
    description: text(
      textUpTo(limits.maxFolderDescriptionLength),
      'The description in Markdown; may be empty.',
    ),
  },
  returns: { channel_folder_id: field(id('folder'), 'Id of the folder.') },
  errors: [
    { code: 'BAD_REQUEST', when: 'The name is blank, too long or in use.' },
    { code: 'UNAUTHORIZED_PRINCIPAL', when: 'The caller is not an organization administrator.' },
  ],
  example: { request: { name: 'Teams', description: '' }, response: { channel_folder_id: 2 } },
})
