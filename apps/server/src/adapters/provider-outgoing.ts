import type { OutgoingConfig } from '#config/outgoing.ts'
import type { ProviderConfig } from '#config/sign-in.ts'

/** In seconds. */
const timeoutSeconds = 10

/**
 * Bounds for calls of a sign-in service. The host of its issuer was named by the operator and may lie in a private network;
 * other hosts, which its documents name, may not.
 */
export function providerOutgoing(
  { issuer }: Pick<ProviderConfig, 'issuer'>,
  { allows }: Pick<OutgoingConfig, 'allows'>,
): OutgoingConfig {
  const hostname = new URL(issuer).hostname.replaceAll(/[[\]]/g, '')
  return { allows: (target) => target.hostname === hostname || allows(target), timeoutSeconds }
}
