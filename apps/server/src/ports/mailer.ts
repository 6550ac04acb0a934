/** A mail to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /**
   * Address at which a POST without signing in ends this kind of mail (RFC 8058); missing for mail that somebody asked
   * for.
   */
  readonly unsubscribe?: string
  /** The same for mails that belong together: mail programs show them as one conversation. */
  readonly thread?: string
}

/** Hands mail to the service that delivers it. */
export interface Mailer {
  /** Resolves when the mail is on its way; `id` is the same at every attempt. Throws a MailFailure. */
  send(mail: Mail, id: string): Promise<void>
  close(): Promise<void>
}

/**
 * A mail could not be handed over.
 * - `away`: the mail server could not be reached, or takes nothing from this server.
 * - `busy`: it did not take this mail now; try again.
 * - `rejected`: it will never take this mail.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly reason: 'away' | 'busy' | 'rejected'

  constructor(reason: MailFailure['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
