import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'

/** Seconds for which a plan can be carried out. */
const lasts = 600

/** A call that a person is asked about. */
export interface Planned {
  readonly user: Pick<UserRecord, 'id' | 'apiKey'>
  readonly tool: string
  /** The arguments, without the plan itself. */
  readonly args: Readonly<Record<string, unknown>>
}

/**
 * Makes the text by which the call that a person agreed to is known again. It holds for this user, tool and these
 * arguments, and for ten minutes. `now` in UNIX seconds.
 */
export function planOf(planned: Planned, now: number, random: { token(length: number): string }): string {
  const head = `${now + lasts}.${random.token(12)}`
  return `${head}.${signatureOf(planned, head)}`
}

/**
 * Checks a plan, and returns the name under which its call is carried out once. Throws a Refusal for a plan of another
 * call, or one that is too old.
 */
export function requirePlan(planned: Planned, plan: string, now: number): string {
  const [, head = '', until = '', name = '', signature = ''] =
    /^((\d{1,12})\.(\w+))\.([\w-]+)$/.exec(plan) ?? []
  const right = Buffer.from(signatureOf(planned, head))
  const given = Buffer.from(signature)
  if (right.length !== given.length || !timingSafeEqual(right, given))
    throw badRequest('The plan is of another call. Call without a plan, and ask the person again.')
  if (Number(until) < now)
    throw badRequest('The plan is more than ten minutes old. Call without a plan, and ask the person again.')
  return name
}

/** Access tokens do not know the API key, so no holder of a token can make a plan. */
function signatureOf({ user, tool, args }: Planned, head: string): string {
  const asked = createHash('sha256').update(JSON.stringify(args)).digest('base64url')
  return createHmac('sha256', user.apiKey)
    .update(`mcp plan ${user.id} ${tool} ${asked} ${head}`)
    .digest('base64url')
}
