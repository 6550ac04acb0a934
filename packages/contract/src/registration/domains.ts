import * as z from 'zod'
import { field } from '../define.ts'
import { allowedDomain } from '../objects/allowed-domain.ts'

/** The allowed domains' part of the registration response. */
export const domainsRegistration = {
  realm_domains: field(z.array(allowedDomain).optional(), 'The domains whose addresses may join.'),
}
