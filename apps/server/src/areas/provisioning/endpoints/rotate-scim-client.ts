import { rotateScimClient as endpoint } from '@tagma/contract/endpoints/provisioning/rotate-scim-client.ts'
import { handle } from '#call/call.ts'
import { rotateScimClient } from '../rotate-scim-client.ts'

export const rotateScimClientHandler = handle(endpoint, rotateScimClient)
