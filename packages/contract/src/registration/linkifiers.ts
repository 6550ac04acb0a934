import * as z from 'zod'
import { field } from '../define.ts'
import { linkifier } from '../objects/linkifier.ts'

/** The linkifiers' part of the registration response. */
export const linkifiersRegistration = {
  realm_linkifiers: field(
    z.array(linkifier).optional(),
    'The linkifiers, in the order in which they apply. Empty for clients without the capability `linkifier_url_template`.',
    { since: 54 },
  ),
  realm_filters: field(
    z.tuple([z.string(), z.string(), z.int()]).array().optional(),
    'Always empty: the form of linkifiers before level 54.',
    { deprecated: 54 },
  ),
}
