import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { ownExport, ownExportExample } from '../../objects/data-archive.ts'

export const getOwnExports = endpoint({
  id: 'get-own-exports',
  method: 'GET',
  path: '/tagma/own_exports',
  role: 'guest',
  scope: 'full',
  bots: false,
  summary: 'List the archives of your own data.',
  doc: 'An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: { exports: field(z.array(ownExport), 'All that you ever requested, oldest first.') },
  example: { request: {}, response: { exports: [ownExportExample] } },
})
