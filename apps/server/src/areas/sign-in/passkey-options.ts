import { passkeyAlgorithms } from '#model/passkey-algorithms.ts'
import type { PasskeyPlace } from '#ports/passkeys.ts'
import type { PasskeyRecord } from '#store/people/passkeys.ts'

// The forms that browsers read by `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`.

const timeout = 300_000

const described = ({ credentialId, transports }: Pick<PasskeyRecord, 'credentialId' | 'transports'>) => ({
  type: 'public-key',
  id: credentialId,
  transports,
})

/** Asks a browser to make a passkey. Devices that have one of the person's already refuse. */
export const creationOptions = (
  place: PasskeyPlace,
  challenge: string,
  asked: {
    readonly organization: string
    readonly person: { readonly handle: string; readonly name: string; readonly fullName: string }
    readonly known: readonly PasskeyRecord[]
  },
): Record<string, unknown> => ({
  challenge,
  rp: { id: place.host, name: asked.organization },
  user: { id: asked.person.handle, name: asked.person.name, displayName: asked.person.fullName },
  pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout,
  attestation: 'none',
  excludeCredentials: asked.known.map(described),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
})

/** Asks a browser to use a passkey: one of those, or any that it has for this place. */
export const requestOptions = (
  place: PasskeyPlace,
  challenge: string,
  allowed: readonly PasskeyRecord[],
): Record<string, unknown> => ({
  challenge,
  rpId: place.host,
  timeout,
  userVerification: 'required',
  allowCredentials: allowed.map(described),
})
