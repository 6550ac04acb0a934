import { getRealmExportConsents } from '@tagma/contract/endpoints/exports/get-realm-export-consents.ts'
import { handle } from '#call/call.ts'
import { listConsents } from '../consents.ts'

export const getRealmExportConsentsHandler = handle(getRealmExportConsents, async ({ directory }) => ({
  export_consents: listConsents(directory),
}))
