import * as z from 'zod'
import { event, field } from '../define.ts'

export const tagmaExportsEvent = event({
  type: 'tagma_exports',
  doc: 'An archive of your own data, or a compliance export, was requested, finished, failed or deleted: fetch the list again. Compliance exports are for owners. An event of Tagma.',
  fields: { kind: field(z.enum(['own', 'compliance']), 'The list that changed.') },
  example: { type: 'tagma_exports', kind: 'own', id: 65536 },
})
