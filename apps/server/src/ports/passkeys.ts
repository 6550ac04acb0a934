/** Address for which passkeys are made: browsers show them to no other one. */
export interface PasskeyPlace {
  /** Host of the organization's address. */
  readonly host: string
  /** Its scheme, host and port. */
  readonly origin: string
}

/** A passkey that a browser has just made. Texts are base64url. */
export interface MadePasskey {
  readonly credentialId: string
  /** COSE key. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  /** True if the authenticator copies it to other devices. */
  readonly isSynced: boolean
}

/** A use of a passkey that has proved itself. */
export interface PasskeyUse {
  readonly counter: number
  readonly isSynced: boolean
}

/** Checks what browsers answer in ceremonies of Web Authentication (level 3). Nothing that it is given can make it throw. */
export interface Passkeys {
  /**
   * Checks a new passkey: challenge, address, that the device has looked who its person is, and that the algorithm is one
   * that was offered. Returns undefined for anything else.
   */
  readMade(place: PasskeyPlace, challenge: string, answer: unknown): Promise<MadePasskey | undefined>
  /** Checks a use of a passkey likewise, and its signature. The caller compares the counters. */
  readUse(
    place: PasskeyPlace,
    challenge: string,
    use: { readonly answer: unknown; readonly passkey: Pick<MadePasskey, 'credentialId' | 'publicKey'> },
  ): Promise<PasskeyUse | undefined>
}
