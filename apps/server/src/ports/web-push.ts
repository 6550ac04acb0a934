/** The two halves of the key with which an organization signs what it sends to browsers, base64url. */
export interface WebPushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** A notification for one browser. */
export interface WebPushMessage {
  /** Address of the browser at its push service. */
  readonly endpoint: string
  /** The browser's public key, base64url. */
  readonly p256dh: string
  /** The secret that the browser shares, base64url. */
  readonly auth: string
  readonly keys: WebPushKeys
  /** Address at which the push service finds who runs this server: `https:` or `mailto:`. */
  readonly contact: string
  /** Text that only the browser can read. */
  readonly payload: string
  /** False for a notification that may wait until the device is awake. */
  readonly isUrgent: boolean
}

/** Sends notifications to the push services of browsers (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292). */
export interface WebPush {
  makeKeys(): Promise<WebPushKeys>
  /**
   * Resolves when the push service has taken a notification, or with `gone` if the browser wants no more. Throws a
   * PushFailure.
   */
  send(message: WebPushMessage): Promise<'taken' | 'gone'>
}
