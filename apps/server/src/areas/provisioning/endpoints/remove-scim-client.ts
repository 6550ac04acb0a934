import { removeScimClient as endpoint } from '@tagma/contract/endpoints/provisioning/remove-scim-client.ts'
import { handle } from '#call/call.ts'
import { removeScimClient } from '../remove-scim-client.ts'

export const removeScimClientHandler = handle(endpoint, async (call, { scim_client_id }) => {
  await removeScimClient(call, scim_client_id)
  return {}
})
