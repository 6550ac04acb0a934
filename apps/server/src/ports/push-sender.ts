export type PushKind = 'fcm' | 'apns'

/** Content of a client's encrypted registration; with a relay, only the relay can read it. */
export interface RegisteredToken {
  readonly token: string
  readonly kind: PushKind
  /** For Apple's devices only. */
  readonly appId: string | null
}

export interface TokenRegistration {
  /** The organization's UUID. */
  readonly organization: string
  /** Base64 of the first 8 bytes of the token's SHA-256. */
  readonly tokenId: string
  /** Public key for which the registration is encrypted. */
  readonly publicKey: string
  readonly encryptedRegistration: string
}

/** A notification for one device. */
export interface PushRequest {
  /** A UUID, the same for every attempt, so that a service recognizes a repetition. */
  readonly id: string
  /** The organization's UUID. */
  readonly organization: string
  readonly userId: number
  readonly kind: PushKind
  readonly tokenId: string
  /** Null if only a relay knows it. */
  readonly token: string | null
  readonly appId: string | null
  /** False for a notification without a sound, such as one that takes another back. */
  readonly isUrgent: boolean
  readonly content:
    | { readonly kind: 'encrypted'; readonly keyId: number; readonly data: string }
    | { readonly kind: 'plain'; readonly payload: PlainPayload }
}

/** A notification for a client that does not encrypt. */
export interface PlainPayload {
  /** Everything that the client gets; values are texts and numbers. */
  readonly data: Readonly<Record<string, unknown>>
  /** Text on Apple's devices; null shows nothing. */
  readonly alert: { readonly title: string; readonly subtitle: string; readonly body: string } | null
}

/**
 * Tells whether a push service takes an organization's notifications. `until` is the UNIX seconds at which it says that
 * ends.
 */
export interface PushStanding {
  readonly isServed: boolean
  readonly until: number | null
}

export interface PushDelivery {
  /** True if the token is no longer valid: nothing was sent, and nothing ever will be. */
  readonly isDead: boolean
  readonly standing: PushStanding
}

/** Hands notifications to a service that brings them to phones. */
export interface PushSender {
  /**
   * Makes a token known to the push service. Resolves with the content of the registration, if this server can read it.
   * Throws a RegistrationRejected or a PushFailure.
   */
  register(registration: TokenRegistration): Promise<RegisteredToken | undefined>
  /** Resolves when the service has taken the notification. Throws a PushFailure. */
  send(request: PushRequest): Promise<PushDelivery>
  close(): Promise<void>
}

/** The service will never accept this registration: the client has to make a new one. */
export class RegistrationRejected extends Error {
  override readonly name = 'RegistrationRejected'
  /** `INVALID_BOUNCER_PUBLIC_KEY`, `INVALID_ENCRYPTED_PUSH_REGISTRATION`, `REQUEST_EXPIRED` or a code like these. */
  readonly code: string

  constructor(code: string) {
    super(`The push service rejected the registration: ${code}`)
    this.code = code
  }
}

/**
 * The service did not take what it was given.
 * - `unreachable`: no connection, or no answer in time.
 * - `fault`: the service failed.
 * - `refused`: it refuses this server or organization; administrators have to act.
 * - `unexpected`: an unknown answer, perhaps about this notification only.
 * - `unfit`: it takes notifications, but never this one.
 */
export class PushFailure extends Error {
  override readonly name = 'PushFailure'
  readonly reason: 'unreachable' | 'fault' | 'refused' | 'unexpected' | 'unfit'

  constructor(reason: PushFailure['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
