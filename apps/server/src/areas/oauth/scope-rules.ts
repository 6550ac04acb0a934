import type { Scope } from '@tagma/contract/scopes.ts'
import type { WordId } from '#words/words.ts'

// Scopes that a program can get for tools at /mcp. Nothing there needs another one.

export const readScopes = ['messages:read', 'channels:read', 'people:read', 'files:read'] as const
export const writeScopes = ['messages:write', 'channels:write', 'files:write'] as const

export type AgentScope = (typeof readScopes)[number] | (typeof writeScopes)[number]

export const agentScopes: readonly AgentScope[] = [...readScopes, ...writeScopes]

/** The scopes as the person reads them, behind “It will read” and as something to tick. */
export const scopeWords = {
  'messages:read': 'page.consent.messages-read',
  'channels:read': 'page.consent.channels-read',
  'people:read': 'page.consent.people-read',
  'files:read': 'page.consent.files-read',
  'messages:write': 'page.consent.messages-write',
  'channels:write': 'page.consent.channels-write',
  'files:write': 'page.consent.files-write',
} as const satisfies Record<AgentScope, WordId>

/**
 * Scopes that a program asks for, in the order of all; everything where it names none. Programs name scopes of other
 * servers too: those are left out, as OAuth allows.
 */
export function wantedScopes(text: string | undefined): AgentScope[] {
  const names = (text ?? '').split(' ').filter((name) => name !== '')
  return agentScopes.filter((scope) => names.length === 0 || names.includes(scope))
}

/** Tells whether one of the scopes lets a program change something. */
export const isWriting = (scope: Scope): boolean => writeScopes.some((each) => each === scope)
