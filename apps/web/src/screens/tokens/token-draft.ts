import type { Input } from '@tagma/contract/define.ts'
import type { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import type { Scope } from '@tagma/contract/scopes.ts'

/** Where a token works: in every program, or only for agents that write in some channels. */
export type TokenPlace = 'everywhere' | 'agents'

/** An access token that is about to be made. */
export interface TokenDraft {
  readonly name: string
  /** The bot that the token is for; undefined: for oneself. */
  readonly botId: number | undefined
  readonly place: TokenPlace
  /** Ids of the channels where agents may write. Kept while the token is to work everywhere. */
  readonly writeTo: readonly number[]
  /** All that was ticked, also what the place does not offer. */
  readonly scopes: readonly Scope[]
  /** Days until the token ends; undefined: until it was not used for a year. */
  readonly days: number | undefined
}

interface ScopeGroup {
  readonly name: 'read' | 'write' | 'manage'
  readonly scopes: readonly Scope[]
}

/** The groups of scopes, in the order in which a page shows them. */
export const scopeGroups: readonly ScopeGroup[] = [
  { name: 'read', scopes: ['messages:read', 'channels:read', 'people:read', 'files:read', 'events'] },
  { name: 'write', scopes: ['messages:write', 'channels:write', 'people:write', 'files:write'] },
  { name: 'manage', scopes: ['settings', 'organization', 'full'] },
]

/** Scopes that tools at /mcp ask for. Others would do nothing there. */
const agentScopes: ReadonlySet<Scope> = new Set<Scope>([
  'messages:read',
  'channels:read',
  'people:read',
  'files:read',
  'messages:write',
  'channels:write',
  'files:write',
])

/** Tells whether a token for a place can have a scope. */
export const offersScope = (place: TokenPlace, scope: Scope): boolean =>
  place === 'everywhere' || agentScopes.has(scope)

/** The most characters that a name has, and the most channels that agents may be given, as the server has them. */
export const longestTokenName = 60
export const mostTokenChannels = 100

/** Returns the scopes that a draft asks for. `full` makes all others needless. */
export function askedScopes({ scopes, place }: Pick<TokenDraft, 'scopes' | 'place'>): Scope[] {
  const offered = scopeGroups
    .flatMap((group) => group.scopes)
    .filter((scope) => scopes.includes(scope) && offersScope(place, scope))
  return offered.includes('full') ? ['full'] : offered
}

/** Mistakes in a draft, by the field beside which each is said. */
export interface DraftProblems {
  readonly name?: 'missing' | 'long' | 'lines'
  readonly scopes?: 'missing'
  readonly channels?: 'many'
}

/** Returns what the server would refuse in a draft; an empty object if nothing. */
export function draftProblems(draft: TokenDraft): DraftProblems {
  const name = nameProblem(draft.name.trim())
  return {
    ...(name && { name }),
    ...(askedScopes(draft).length === 0 && { scopes: 'missing' as const }),
    ...(draft.place === 'agents' &&
      draft.writeTo.length > mostTokenChannels && { channels: 'many' as const }),
  }
}

function nameProblem(name: string): DraftProblems['name'] {
  if (name === '') return 'missing'
  if ([...name].length > longestTokenName) return 'long'
  return /\p{Cc}/u.test(name) ? 'lines' : undefined
}

const usualDays = [7, 30, 90, 365]

/**
 * Days after which a token can end, ascending. `most` is the server's limit, null without one: the limit is among them, and
 * nothing above it.
 */
export function dayChoices(most: number | null): number[] {
  if (most === null) return usualDays
  return [...usualDays.filter((days) => days < most), most]
}

/** Returns the days that a new draft begins with: 90, or what the server allows. */
export const firstDays = (most: number | null): number => Math.min(90, most ?? 90)

/** A minute that keeps an end below the server's limit where this device's clock is ahead. Seconds. */
const margin = 60

/** Returns what to send for a draft without problems. `now` is in seconds. */
export function tokenArgs(draft: TokenDraft, now: number): Input<typeof createAccessToken> {
  const [first, ...others] = askedScopes(draft)
  if (first === undefined) throw new Error('A token without scopes was asked for.')
  return {
    name: draft.name.trim(),
    scopes: [first, ...others],
    ...(draft.botId !== undefined && { user_id: draft.botId }),
    ...(draft.days !== undefined && { expires_at: Math.floor(now) + draft.days * 86_400 - margin }),
    ...(draft.place === 'agents' && { write_to: [...draft.writeTo] }),
  }
}
