/** Passkeys of one person. */
export const mostPasskeys = 20

/** Says what is wrong with the name of a passkey. */
export function passkeyNameProblem(name: string): string | undefined {
  if (name === '') return 'Give the passkey a name.'
  return name.length > 60 ? 'The name of a passkey has at most 60 characters.' : undefined
}

/** Tells whether a counter shows a copy of the authenticator: it went back, or stood still. Synchronized passkeys stay at 0. */
export const isCopied = (kept: number, told: number): boolean => (kept > 0 || told > 0) && told <= kept
