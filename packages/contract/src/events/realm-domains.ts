import * as z from 'zod'
import { event, field } from '../define.ts'
import { allowedDomain } from '../objects/allowed-domain.ts'

const example = { realm_domain: { domain: 'example.com', allow_subdomains: false }, id: 65536 }

export const realmDomainsAddEvent = event({
  type: 'realm_domains',
  op: 'add',
  doc: 'A domain was allowed.',
  fields: { realm_domain: field(allowedDomain, 'The domain.') },
  example: { type: 'realm_domains', op: 'add', ...example },
})

export const realmDomainsChangeEvent = event({
  type: 'realm_domains',
  op: 'change',
  doc: 'The treatment of subdomains of an allowed domain changed.',
  fields: { realm_domain: field(allowedDomain, 'The domain after the change.') },
  example: { type: 'realm_domains', op: 'change', ...example },
})

export const realmDomainsRemoveEvent = event({
  type: 'realm_domains',
  op: 'remove',
  doc: 'A domain is no longer allowed.',
  fields: { domain: field(z.string(), 'The domain.') },
  example: { type: 'realm_domains', op: 'remove', domain: 'example.com', id: 65536 },
})
