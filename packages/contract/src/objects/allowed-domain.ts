import * as z from 'zod'
import { field } from '../define.ts'

/** A domain whose addresses may join. */
export const allowedDomain = z.strictObject({
  domain: field(z.string(), 'The domain, in lower case.'),
  allow_subdomains: field(z.boolean(), 'Whether addresses at its subdomains may join too.'),
})
export type AllowedDomain = z.output<typeof allowedDomain>

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** A domain as somebody types it. Becomes lower case. */
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => text !== '', { error: "Domain can't be empty." })
  .refine((text) => text.includes('.'), { error: 'Domain must have at least one dot (.)' })
  .refine((text) => !/^\.|\.$/.test(text), { error: 'Domain cannot start or end with a dot (.)' })
  .refine((text) => text.length <= 253 && text.split('.').every((part) => label.test(part)), {
    error: "The parts of a domain consist of letters, digits and '-', and neither start nor end with '-'.",
  })
