import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { complianceExport, complianceExportExample } from '../../objects/data-archive.ts'

export const getComplianceExports = endpoint({
  id: 'get-compliance-exports',
  method: 'GET',
  path: '/tagma/compliance_exports',
  role: 'owner',
  scope: 'full',
  bots: false,
  summary: 'List the compliance exports.',
  doc: 'An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: { exports: field(z.array(complianceExport), 'All that were ever requested, oldest first.') },
  example: { request: {}, response: { exports: [complianceExportExample] } },
})
