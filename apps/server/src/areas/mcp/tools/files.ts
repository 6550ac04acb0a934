import { buffer } from 'node:stream/consumers'
import { getFileTemporaryUrl } from '@tagma/contract/endpoints/uploads/get-file-temporary-url.ts'
import { uploadFile as uploadEndpoint } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import * as z from 'zod'
import { badRequest } from '#model/refusal.ts'
import { untrusted } from '../shown-fields.ts'
import { answersOf, tool } from '../tool.ts'

const mib = 1024 * 1024

/** Kinds of files that an agent can look at. */
const pictures: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

export const readFileTool = tool({
  name: 'read_file',
  title: 'Read a file',
  description: 'Answers a file that a message links: text, or a picture; of at most 1 MiB.',
  calls: [getFileTemporaryUrl],
  input: z.object({ link: z.string().describe('The address in the message: /user_uploads/….') }),
  output: z.object({
    untrusted,
    name: z.string().describe('Name of the file.'),
    text: z.string().optional().describe('The text of the file; a picture stands beside these fields.'),
  }),
  async run(use, { link }) {
    const [, organization, rest] = /\/user_uploads\/(\d{1,9})\/([\w./-]+)$/.exec(link) ?? []
    if (organization === undefined || rest === undefined)
      throw badRequest(
        'Only files of this server can be read: give an address that begins with /user_uploads/.',
      )
    // It refuses whoever may not open the file.
    await use.call(getFileTemporaryUrl, { realm_id_str: Number(organization), filename: rest })
    const key = `${organization}/${rest}`
    const { blobs } = use.services.outside
    const size = await blobs.size(key)
    if (size === undefined) throw badRequest('There is no such file, or you cannot open it.')
    if (size > mib) throw badRequest(`The file has ${size} bytes; this tool reads at most ${mib}.`)
    const bytes = await buffer(blobs.open(key))
    const name = rest.split('/').at(-1) ?? ''
    const picture = pictures[name.split('.').at(-1)?.toLowerCase() ?? '']
    if (picture !== undefined)
      return { untrusted: true as const, name, picture, base64: bytes.toString('base64') }
    if (bytes.includes(0)) throw badRequest('The file is neither text nor a picture.')
    return { untrusted: true as const, name, text: bytes.toString('utf8') }
  },
})

export const uploadFileTool = tool({
  name: 'upload_file',
  title: 'Upload a file',
  description: 'Stores a file of at most 5 MiB. Answers the Markdown that shows it in a message.',
  calls: [uploadEndpoint],
  input: z.object({
    name: z.string().min(1).max(200).describe('Its name, with an ending.'),
    base64: z
      .base64()
      .max(7 * mib)
      .describe('Its bytes.'),
    content_type: z.string().default('application/octet-stream'),
  }),
  output: z.object({
    ...answersOf(uploadEndpoint, ['url']),
    markdown: z.string().describe('Markdown that shows the file in a message.'),
  }),
  async run(use, { name, base64, content_type }) {
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length > 5 * mib) throw badRequest('The file has more than 5 MiB.')
    const { url, filename } = await use.call(uploadEndpoint, {
      file: [{ filename: name, contentType: content_type, bytes }],
    })
    return { url, markdown: `[${filename}](${url})` }
  },
})
