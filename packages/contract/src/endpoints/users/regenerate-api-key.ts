import * as z from 'zod'
import { endpoint, field } from '../../define.ts'
import { proofErrors, proofParameters } from '../sign-in/proof-parameters.ts'

export const regenerateApiKey = endpoint({
  id: 'regenerate-api-key',
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  role: 'guest',
  scope: 'none',
  summary: 'Replace your API key.',
  doc: 'The old key stops working at once. Event queues end, and waiting polls are answered with BAD_EVENT_QUEUE_ID. Devices get no notifications until they register again. A call by session takes a proof that it is you; a call by the key does not.',
  params: proofParameters,
  returns: { api_key: field(z.string(), 'The new key.') },
  errors: proofErrors,
  example: { request: {}, response: { api_key: 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv' } },
})
