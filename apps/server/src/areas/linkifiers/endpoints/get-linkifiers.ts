import { getLinkifiers } from '@tagma/contract/endpoints/linkifiers/get-linkifiers.ts'
import { handle } from '#call/call.ts'
import { presentLinkifier } from '../present.ts'

export const getLinkifiersHandler = handle(getLinkifiers, async ({ directory }) => ({
  linkifiers: directory.organization.linkifiers.map(presentLinkifier),
}))
