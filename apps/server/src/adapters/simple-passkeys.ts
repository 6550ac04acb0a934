import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { passkeyAlgorithms } from '#model/passkey-algorithms.ts'
import type { Passkeys } from '#ports/passkeys.ts'

/**
 * Checks passkeys by the library simplewebauthn. It is loaded by the first ceremony: a server whose people have no
 * passkeys does without it.
 */
export function simplePasskeys(): Passkeys {
  const load = () => import('@simplewebauthn/server')
  return {
    readMade: (place, challenge, answer) =>
      unlessRefused(async () => {
        const { verifyRegistrationResponse } = await load()
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: answer as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: place.origin,
          expectedRPID: place.host,
          requireUserVerification: true,
          supportedAlgorithmIDs: [...passkeyAlgorithms],
        })
        if (!verified) return undefined
        const { credential, credentialBackedUp } = registrationInfo
        return {
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: (credential.transports ?? []).filter((one) => typeof one === 'string').slice(0, 10),
          isSynced: credentialBackedUp,
        }
      }),
    readUse: (place, challenge, { answer, passkey }) =>
      unlessRefused(async () => {
        const { verifyAuthenticationResponse } = await load()
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: answer as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: place.origin,
          expectedRPID: place.host,
          requireUserVerification: true,
          credential: {
            id: passkey.credentialId,
            publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
            // The caller compares it with the newest one, in a transaction.
            counter: 0,
          },
        })
        return verified
          ? { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
          : undefined
      }),
  }
}

/** The library throws an Error of no particular kind for whatever an answer has wrong. */
async function unlessRefused<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await read()
  } catch {
    return undefined
  }
}
