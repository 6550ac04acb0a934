import type { ProviderConfig } from '#config/sign-in.ts'

/**
 * Says what to write for a service that has verified no address in its last 20 sign-ins. Returns undefined where that
 * keeps nobody out: the settings trust its addresses, or people get an account otherwise and link it by a proof.
 */
export function verifyingAdvice({
  name,
  trustsEmail,
  creates,
  links,
}: Pick<ProviderConfig, 'name' | 'trustsEmail' | 'creates' | 'links'>): string | undefined {
  if (trustsEmail || (creates === 'off' && links === 'ask')) return undefined
  const variable = (part: string) => `TAGMA_SIGN_IN_${name.toUpperCase()}_${part}`
  return `${name} has said of nobody in its last 20 sign-ins that the address is verified (email_verified: true), so nobody new gets an account by it. Let it verify addresses; or, if it alone gives out the addresses of some domains, set ${variable('TRUST_EMAIL')}=on and ${variable('DOMAINS')} to these domains, such as example.com.`
}
