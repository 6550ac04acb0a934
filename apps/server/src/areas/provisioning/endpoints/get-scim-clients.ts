import { getScimClients } from '@tagma/contract/endpoints/provisioning/get-scim-clients.ts'
import { handle } from '#call/call.ts'
import { listClients } from '../list-scim-clients.ts'

export const getScimClientsHandler = handle(getScimClients, listClients)
