import { allowsScope, type EndpointScope, type Scope } from '@tagma/contract/scopes.ts'
import { Refusal } from '#model/refusal.ts'

/** Throws a Refusal for an access token without the scope. Other credentials have all scopes. */
export function requireScope(
  token: { readonly scopes: readonly Scope[] } | undefined,
  needed: EndpointScope,
): void {
  if (!token || allowsScope(token.scopes, needed)) return
  throw new Refusal(
    'INSUFFICIENT_SCOPE',
    needed === 'none'
      ? 'No access token may do this: sign in with a browser.'
      : `This access token has no scope for this. Use one with the scope ${needed}.`,
  )
}
