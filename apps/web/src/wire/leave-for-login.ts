/** The address of the page for signing in, which comes back to the same place. */
export const loginAddress = (): string => `/login/${location.hash}`

/** Goes to the page for signing in, which comes back to the same place. Never resolves: the page is left. */
export function leaveForLogin(): Promise<never> {
  location.replace(loginAddress())
  return new Promise(() => {})
}
