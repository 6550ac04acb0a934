import * as z from 'zod'
import { endpoint, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const reorderLinkifiers = endpoint({
  id: 'reorder-linkifiers',
  method: 'PATCH',
  path: '/realm/linkifiers',
  role: 'administrator',
  scope: 'organization',
  since: 202,
  summary: 'Change the order in which linkifiers apply.',
  doc: 'Where the patterns of two linkifiers overlap, the earlier one wins.',
  params: {
    ordered_linkifier_ids: json(
      z.array(id('linkifier')),
      'The ids of all linkifiers of the organization, each once, in the new order.',
    ),
  },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'An id is missing, unknown or listed twice.' }],
  example: { request: { ordered_linkifier_ids: [3, 2, 1, 5] }, response: {} },
})
