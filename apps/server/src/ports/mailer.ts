/** A mail to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Where a POST without signing in ends mail of this kind (RFC 8058); none for mail that somebody asked for. */
  readonly unsubscribe?: string
  /** What mails that belong together have in common, so that mail programs show them as one conversation. */
  readonly thread?: string
}

/** Hands mail to whatever delivers it. */
export interface Mailer {
  /** Resolves when the mail is on its way; `id` is the same at every attempt. Throws a MailFailure. */
  send(mail: Mail, id: string): Promise<void>
  close(): Promise<void>
}

/**
 * A mail could not be handed over.
 * - `away`: the mail server could not be reached, or takes nothing from this server.
 * - `busy`: it would not take this mail now.
 * - `rejected`: it will never take it.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly reason: 'away' | 'busy' | 'rejected'

  constructor(reason: MailFailure['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
