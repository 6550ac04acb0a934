import * as z from 'zod'
import { event, field } from '../define.ts'
import { linkifier } from '../objects/linkifier.ts'

export const realmLinkifiersEvent = event({
  type: 'realm_linkifiers',
  since: 54,
  doc: 'The organization’s linkifiers changed. Sent to clients with the capability `linkifier_url_template`.',
  fields: {
    realm_linkifiers: field(z.array(linkifier), 'All linkifiers, in the order in which they apply.'),
  },
  example: { type: 'realm_linkifiers', realm_linkifiers: [], id: 65536 },
})
