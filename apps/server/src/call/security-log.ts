import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'

/**
 * The events of the security log and the sentences of their lines. Operators search and alert by these names: the guide
 * documents them, and they are never renamed.
 */
export const securityEvents = {
  'sign_in.succeeded': 'Somebody signed in.',
  'identity.linked': 'An account was linked to a person at a sign-in service.',
  'identity.refused': 'Somebody came back from a sign-in service and was not let in.',
  'session.ended': 'A browser session was ended by its person.',
  'session.reused':
    'A replaced value of a browser session was used: somebody may have copied it, so it was ended.',
  'password.wrong': 'A wrong password was given.',
  'password.limited': 'A password was not looked at after too many wrong ones.',
  'password.reset': 'A password was set by a mailed link; the API key was replaced.',
  'factor.added': 'A second factor was set up.',
  'factor.removed': 'A second factor was removed.',
  'factor.reset': 'The second factors of an account were taken away by somebody else.',
  'factor.codes_renewed': 'Recovery codes were replaced by new ones.',
  'factor.recovery_used': 'A recovery code was used.',
  'factor.wrong': 'A wrong code was given for a second factor.',
  'factor.limited': 'A code was not looked at after too many wrong ones.',
  'key.wrong': 'A wrong API key was given.',
  'key.replaced': 'An API key was replaced.',
  'key.read': 'API keys of bots were read.',
  'token.created': 'An access token was made.',
  'token.ended': 'An access token was ended by a person.',
  'token.reused':
    'A code or a refresh token of a program was used a second time: somebody may have copied it, so the program’s access ended.',
  'agent.allowed': 'A person let a program use tools in their name.',
  'agent.registered': 'A program registered itself, so that it can ask people to let it in.',
  'scim_client.created': 'A client for provisioning by SCIM was made.',
  'scim_client.rotated': 'A client for provisioning by SCIM got another secret.',
  'scim_client.removed': 'A client for provisioning by SCIM was removed.',
  'scim_client.refused': 'A wrong secret for provisioning by SCIM was given.',
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

/** Facts of a line. Roles are the only values of callers here: any other value may be a secret. */
export interface SecurityFacts {
  /** Null if the request did not get as far as an organization. */
  readonly organization: number | null
  /** Id of the account that acts; null without a signed-in account. */
  readonly actor: number | null
  /** Address of the caller. */
  readonly address: string
  /** Id of the account, group, channel or other thing that the act is about, if there is one. */
  readonly target?: number | string | undefined
  /** Operation of the API. */
  readonly call?: string
  /** Names of the given parameters. */
  readonly changed?: readonly string[]
  readonly role?: number
  /** Id of the SCIM client that acts. */
  readonly scim_client?: number
}

/** Milliseconds of a period; lines about refusals are counted in it. */
const period = 60_000
/** Lines of a period about refusals of one kind from one address. */
const linesOfOne = 5
/** Lines of a period about all refusals. */
const linesOfAll = 200

/**
 * Writes events that matter to security to the server's log, a line each. Refusals come in floods: few of them get
 * lines.
 */
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

  /** Writes an event. */
  note(event: SecurityEvent, facts: SecurityFacts): void {
    this.#log.info({ event, ...facts }, securityEvents[event])
  }

  /**
   * Writes a refusal while there are few such lines; the number of refusals without a line follows at the end of the
   * period.
   */
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

  /** Ends the period when it is time. Called every second. */
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
