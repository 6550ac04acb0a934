export type PushKind = 'fcm' | 'apns'

/** What a client's encrypted registration says; with a relay, only the relay can read it. */
export interface RegisteredToken {
  readonly token: string
  readonly kind: PushKind
  /** Of Apple's devices only. */
  readonly appId: string | null
}

export interface TokenRegistration {
  /** The organization's UUID. */
  readonly organization: string
  /** Base64 of the first 8 bytes of the token's SHA-256. */
  readonly tokenId: string
  /** The key that the registration is encrypted for. */
  readonly publicKey: string
  readonly encryptedRegistration: string
}

/** A notification for one device. */
export interface PushRequest {
  /** A UUID; the same for every attempt, so that a service can recognize what it has sent already. */
  readonly id: string
  /** The organization's UUID. */
  readonly organization: string
  readonly userId: number
  readonly kind: PushKind
  readonly tokenId: string
  /** Null where only a relay knows it. */
  readonly token: string | null
  readonly appId: string | null
  /** False for what makes no sound, such as taking a notification back. */
  readonly isUrgent: boolean
  readonly content:
    | { readonly kind: 'encrypted'; readonly keyId: number; readonly data: string }
    | { readonly kind: 'plain'; readonly payload: PlainPayload }
}

/** A notification for a client that does not encrypt. */
export interface PlainPayload {
  /** All that the client gets; values are texts and numbers. */
  readonly data: Readonly<Record<string, unknown>>
  /** What Apple's devices show; null shows nothing. */
  readonly alert: { readonly title: string; readonly subtitle: string; readonly body: string } | null
}

/** Whether a push service sends an organization's notifications, and the UNIX seconds at which it says that ends. */
export interface PushStanding {
  readonly isServed: boolean
  readonly until: number | null
}

export interface PushDelivery {
  /** The token is good no longer: nothing was sent, and nothing ever will be. */
  readonly isDead: boolean
  readonly standing: PushStanding
}

/** Hands notifications to whatever brings them to phones. */
export interface PushSender {
  /**
   * Makes a token known to the push service; resolves with what was in the registration, if that can be read here.
   * Throws a RegistrationRejected or a PushFailure.
   */
  register(registration: TokenRegistration): Promise<RegisteredToken | undefined>
  /** Resolves when the service has taken it. Throws a PushFailure. */
  send(request: PushRequest): Promise<PushDelivery>
  close(): Promise<void>
}

/** The service will never accept this registration: the client has to make another. */
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
 * The service could not take what it was given.
 * - `unreachable`: no connection, or no answer in time.
 * - `fault`: the service failed by itself.
 * - `refused`: it refuses this server or organization, which its administrators have to see to.
 * - `unexpected`: it answered what nobody has agreed on, which may be about this notification only.
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
