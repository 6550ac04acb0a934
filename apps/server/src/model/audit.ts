import type { AuditAction, auditActors, auditTargets } from '@tagma/contract/objects/audit-row.ts'
import type { UserRecord } from './records.ts'

/** Whoever makes a change that the audit log notes. */
export interface AuditAuthor {
  readonly kind: (typeof auditActors)[number]
  /** Id of the account; null for commands and the server. */
  readonly id: number | null
  /** `session 7`, `token 3`, `scim 2`, `idp corp` or `key`; null for a change that takes none. */
  readonly credential: string | null
  /** Network address of the request; null without one. */
  readonly address: string | null
}

/** Something that knows its author; asked only when there is something to note. */
export interface Authored {
  readonly author: AuditAuthor
}

/** A change for the audit log. `detail` holds ids and values of settings: no secret, no text of people, no address. */
export interface AuditEntry {
  readonly action: AuditAction
  readonly target: { readonly kind: (typeof auditTargets)[number]; readonly id: number } | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly by: Authored
}

/** The author of what the server does by itself. */
export const byServer: Authored = { author: { kind: 'server', id: null, credential: null, address: null } }

/** The author of what follows from the LDAP directory. */
export const byLdapDirectory: Authored = { author: { ...byServer.author, kind: 'ldap' } }

/** The author of what follows from the word of a sign-in service, at a sign-in from a network address. */
export const bySignInService = (provider: string, address: string): Authored => ({
  author: { ...byServer.author, kind: 'idp', credential: `idp ${provider}`, address },
})

/** The author of a request that no account makes. */
export const byStranger = (address: string): Authored => ({ author: { ...byServer.author, address } })

/** The author of what a command of the server's machine does. */
export const byCommand: Authored = { author: { kind: 'command', id: null, credential: null, address: null } }

/** The author of what an account does by a page, which knows it by a session or by what the page asks for. */
export const byAccount = (
  { id, botType }: Pick<UserRecord, 'id' | 'botType'>,
  address: string,
  credential: string | null = null,
): Authored => ({ author: { kind: botType === null ? 'user' : 'bot', id, credential, address } })

/** Former and new values, by name, of what differs; for the detail of an entry. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, { readonly from: unknown; readonly to: unknown }> {
  const differs = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  return Object.fromEntries(
    Object.keys(after)
      .filter(differs)
      .map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]),
  )
}
