import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'
import { linkifierErrors, linkifierParameters } from './linkifier-parameters.ts'

export const updateLinkifier = endpoint({
  id: 'update-linkifier',
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  role: 'administrator',
  scope: 'organization',
  since: 57,
  summary: 'Change a linkifier.',
  doc: 'Omitted optional parameters keep their values. To remove one, pass an empty value.',
  params: { filter_id: inPath(id('linkifier'), 'Id of the linkifier.'), ...linkifierParameters },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: `The linkifier does not exist. ${linkifierErrors[0].when}` }],
  example: {
    request: {
      filter_id: 42,
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://forge.example.com/issues/{id}',
    },
    response: {},
  },
})
