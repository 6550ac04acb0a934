import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { linkifier } from '../../objects/linkifier.ts'

export const getLinkifiers = endpoint({
  id: 'get-linkifiers',
  method: 'GET',
  path: '/realm/linkifiers',
  role: 'guest',
  scope: 'messages:read',
  since: 54,
  summary: 'List the organization’s linkifiers.',
  params: {},
  returns: { linkifiers: field(z.array(linkifier), 'The linkifiers, in the order in which they apply.') },
  example: {
    request: {},
    response: {
      linkifiers: [
        {
          id: 1,
          pattern: '#(?P<id>[0-9]+)',
          url_template: 'https://github.com/tagma/tagma/issues/{id}',
          example_input: '#12',
          reverse_template: '#{id}',
          alternative_url_templates: [],
        },
      ],
    },
  },
})
