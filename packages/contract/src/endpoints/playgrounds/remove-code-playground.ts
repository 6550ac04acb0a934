import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const removeCodePlayground = endpoint({
  id: 'remove-code-playground',
  method: 'DELETE',
  path: '/realm/playgrounds/{playground_id}',
  role: 'administrator',
  scope: 'organization',
  since: 49,
  summary: 'Remove a code playground.',
  params: { playground_id: inPath(id('playground'), 'Id of the playground.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The playground does not exist.' }],
  example: { request: { playground_id: 1 }, response: {} },
})
