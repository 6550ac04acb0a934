import { endpoint } from '../../define.ts'
import { id } from '../../primitives.ts'
import { linkifierErrors, linkifierParameters } from './linkifier-parameters.ts'

export const addLinkifier = endpoint({
  id: 'add-linkifier',
  method: 'POST',
  path: '/realm/filters',
  role: 'administrator',
  scope: 'organization',
  summary: 'Add a linkifier.',
  doc: 'In new messages and topics, each match of the pattern becomes a link. The new linkifier applies after all others.',
  params: linkifierParameters,
  returns: { id: id('linkifier') },
  errors: linkifierErrors,
  example: {
    request: { pattern: '#(?P<id>[0-9]+)', url_template: 'https://github.com/tagma/tagma/issues/{id}' },
    response: { id: 42 },
  },
})
