import { createScimClient as endpoint } from '@tagma/contract/endpoints/provisioning/create-scim-client.ts'
import { handle } from '#call/call.ts'
import { createScimClient } from '../create-scim-client.ts'

export const createScimClientHandler = handle(endpoint, createScimClient)
