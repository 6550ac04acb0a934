import { ApiError } from '@tagma/client/api-error.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './given.ts'

/** Columns of a table of permissions: a user of each role, and a bot of the member. */
export async function everyCaller(t: TestApp): Promise<TestUser[]> {
  const { owner, administrator, moderator, member, guest } = await t.given.everyRole()
  return [owner, administrator, moderator, member, guest, await t.given.bot('helper', member)]
}

/**
 * Lets each caller try an act in turn: `+` if it is carried out, `-` if it is refused. `prepare` makes a new thing to
 * act on for each caller.
 */
export async function outcomeOf(
  callers: readonly TestUser[],
  prepare: (caller: TestUser) => Promise<() => Promise<unknown>>,
): Promise<string> {
  let outcome = ''
  for (const caller of callers) outcome += await attempt(await prepare(caller))
  return outcome
}

async function attempt(act: () => Promise<unknown>): Promise<'+' | '-'> {
  try {
    await act()
    return '+'
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return '-'
    throw error
  }
}
