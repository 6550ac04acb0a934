import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'

/**
 * The events of the security log and the sentences of their lines. Operators search and alert by these names: they are
 * documented in the guide, and none is ever renamed.
 */
export const securityEvents = {
  'sign_in.succeeded': 'Somebody signed in.',
  'password.wrong': 'A wrong password was given.',
  'password.limited': 'A password was not looked at after too many wrong ones.',
  'password.reset': 'A password was set by a mailed link; the API key was replaced.',
  'key.wrong': 'A wrong API key was given.',
  'key.replaced': 'An API key was replaced.',
  'key.read': 'API keys of bots were read.',
  'call.refused': 'A call was refused for lack of a role or permission.',
  'account.created': 'An account was made.',
  'account.changed': 'An account was changed.',
  'account.deactivated': 'An account was deactivated.',
  'account.reactivated': 'An account was reactivated.',
  'invitation.changed': 'An invitation was made, sent again or revoked.',
  'group.changed': 'A group or its members were changed.',
  'channel.changed': 'Access to a channel was changed.',
  'organization.changed': 'Settings of the organization were changed.',
  'organization.deactivated': 'The organization was deactivated.',
  'export.changed': 'An export was asked for or removed.',
  'export.fetched': 'The archive of an export was fetched.',
} as const

export type SecurityEvent = keyof typeof securityEvents

/** The facts of a line. Never a value that somebody gave, other than a role: it may be a secret. */
export interface SecurityFacts {
  /** Null where no organization was looked for. */
  readonly organization: number | null
  /** The id of the account that did it; null where nobody was signed in. */
  readonly actor: number | null
  /** The address that it came from. */
  readonly address: string
  /** The id of the account, group, channel or other thing that it was done to, where there is one. */
  readonly target?: number | string | undefined
  /** The operation of the API. */
  readonly call?: string
  /** The names of the parameters that were given. */
  readonly changed?: readonly string[]
  readonly role?: number
}

/** Length of the time in which lines about refusals are counted, in milliseconds. */
const period = 60_000
/** Lines in that time about refusals of one kind from one address. */
const linesOfOne = 5
/** Lines in that time about all refusals. */
const linesOfAll = 200

/** Writes what matters to security to the server's log, a line each; refusals come in floods and have few lines. */
export class SecurityLog {
  readonly #log: Log
  readonly #clock: Clock
  #ends = 0
  #lines = 0
  readonly #linesOf = new Map<string, number>()
  readonly #unsaid = new Map<SecurityEvent, number>()

  constructor(log: Log, clock: Clock) {
    this.#log = log
    this.#clock = clock
  }

  /** Says what happened. */
  note(event: SecurityEvent, facts: SecurityFacts): void {
    this.#log.info({ event, ...facts }, securityEvents[event])
  }

  /** Says what was refused, for as long as there are few such lines; how many had none is said afterwards. */
  noteRefused(event: SecurityEvent, facts: SecurityFacts): void {
    this.sweep()
    const key = `${event} ${facts.organization} ${facts.address}`
    const said = this.#linesOf.get(key) ?? 0
    if (said >= linesOfOne || this.#lines >= linesOfAll) {
      this.#unsaid.set(event, (this.#unsaid.get(event) ?? 0) + 1)
      return
    }
    this.#linesOf.set(key, said + 1)
    this.#lines++
    this.#log.warn({ event, ...facts }, securityEvents[event])
  }

  /** Begins to count afresh when it is time. Called every second. */
  sweep(): void {
    const now = this.#clock.elapsed()
    if (now < this.#ends) return
    for (const [event, unsaid] of this.#unsaid)
      this.#log.warn({ event, unsaid }, 'There were more of these than lines within a minute.')
    this.#unsaid.clear()
    this.#linesOf.clear()
    this.#lines = 0
    this.#ends = now + period
  }
}
