import type { PasskeyPlace } from '#ports/passkeys.ts'

/** The place of passkeys of an organization, from its address. */
export function placeOfUrl(url: string): PasskeyPlace {
  const { hostname, origin } = new URL(url)
  return { host: hostname, origin }
}
