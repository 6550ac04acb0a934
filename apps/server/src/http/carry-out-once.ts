/**
 * Carries out a call once, however often its client sends it with the same `Idempotency-Key`.
 *
 * The first write transaction of the call claims the key, so that the change and the claim are in one commit. The
 * answer follows in a commit of its own. Between the two, and for good if the process ends there, a second call is
 * refused: the change took place and its answer is not known. A call that is refused before it has written anything
 * leaves its key free, so that it can be corrected and sent again.
 *
 * Cost: one read, one row in the transaction of the call, one small commit. Calls without a key pay nothing.
 */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Endpoint, UploadedFile } from '@tagma/contract/define.ts'
import { keepsAnswer, longestIdempotencyKey } from '@tagma/contract/idempotency.ts'
import type { Services } from '#call/services.ts'
import { StreamedAnswer } from '#call/streamed-answer.ts'
import { type Transact, withTransactions } from '#call/with-transactions.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { StoreUnavailable } from '#store/log/transactions.ts'
import {
  claimKey,
  findNamedCall,
  type KnownCall,
  type NamedCall,
  saveAnswer,
} from '#store/people/idempotency-keys.ts'
import { failureFor, type Reply } from './reply.ts'

/** A call that may be sent again. */
export interface RepeatableCall {
  readonly endpoint: Endpoint
  readonly args: Readonly<Record<string, unknown>>
  readonly caller: { readonly id: number; readonly organizationId: number }
  readonly key: string
}

/**
 * Carries out a call with a key, or gives the answer that it had. Throws a Refusal if another call has the key, or if
 * the answer is not known.
 */
export async function carryOutOnce(
  services: Services,
  { endpoint, args, caller, key }: RepeatableCall,
  carryOut: (services: Services) => Promise<Reply | StreamedAnswer>,
): Promise<Reply | StreamedAnswer> {
  const named: NamedCall = { userId: caller.id, key, callHash: await hashOf(endpoint, args) }
  const now = Math.floor(services.time.clock.now() / 1000)
  const known = await findNamedCall(services.data.db, named, now)
  if (known) return answerAgain(known, named)
  const claim = new Claim(services, caller.organizationId, named)
  try {
    const reply = await carryOut(withTransactions(services, claim.transact))
    if (reply instanceof StreamedAnswer) return reply
    await claim.keep(keepsAnswer(endpoint) ? reply : undefined)
    return reply
  } catch (error) {
    // Something was written before the refusal: sent again, the call would be refused for another reason.
    if (error instanceof Refusal && claim.isMade) await claim.keep(failureFor(error, noFault, () => false))
    throw error
  }
}

/** Throws a Refusal for a key that is too long or empty. */
export function requireKey(key: string): void {
  if (key === '' || key.length > longestIdempotencyKey)
    throw badRequest(`The header Idempotency-Key has 1 to ${longestIdempotencyKey} characters.`)
}

const noFault = () => ''

/** The key of one call, claimed by its first transaction. */
class Claim {
  isMade = false
  readonly #services: Services
  readonly #organizationId: number
  readonly #named: NamedCall

  constructor(services: Services, organizationId: number, named: NamedCall) {
    this.#services = services
    this.#organizationId = organizationId
    this.#named = named
  }

  /** Runs a transaction of the call; the first one that commits claims the key. */
  readonly transact: Transact = async (organizationId, body, options) => {
    const { transact } = this.#services.data
    if (this.isMade || organizationId !== this.#organizationId) return transact(organizationId, body, options)
    // Transactions that the call begins meanwhile need not claim it.
    this.isMade = true
    try {
      return await transact(
        organizationId,
        async (tx) => {
          if (!(await claimKey(tx, this.#named)))
            throw refusalFor(await findNamedCall(tx.db, this.#named, tx.now), this.#named)
          return body(tx)
        },
        options,
      )
    } catch (error) {
      this.isMade = false
      throw error
    }
  }

  /** Keeps the answer; undefined for an answer that is not to be kept. The call is done: it is answered in any case. */
  async keep(reply: Reply | undefined): Promise<void> {
    if (this.isMade && !reply) return
    try {
      await this.#services.data.transact(this.#organizationId, async (tx) => {
        // A call that has written nothing has no row yet.
        if (!this.isMade && !(await claimKey(tx, this.#named))) return
        if (reply) await saveAnswer(tx, this.#named, { status: reply.status, answer: reply.body.toString() })
      })
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }
}

function answerAgain(known: KnownCall, named: NamedCall): Reply {
  if (known.call_hash !== named.callHash || known.status === null || known.answer === null)
    throw refusalFor(known, named)
  return { status: known.status, headers: { 'idempotency-replayed': 'true' }, body: known.answer }
}

function refusalFor(known: KnownCall | undefined, { callHash }: NamedCall): Refusal {
  if (known !== undefined && known.call_hash !== callHash)
    return new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'Another call was made with this Idempotency-Key. Give each call a key of its own.',
    )
  return new Refusal(
    'IDEMPOTENCY_CONFLICT',
    'A call with this Idempotency-Key is under way, or was carried out and its answer was not kept. Look at its effect before you use another key.',
  )
}

/**
 * Hash of what a call asks for. Files count by their contents: each request has a copy of its own. Passwords do not
 * count: a hash that is quick to make would let a reader of the table guess them.
 */
async function hashOf({ id, params }: Endpoint, args: RepeatableCall['args']): Promise<string> {
  const hash = createHash('sha256')
  const plain: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(args)) {
    if (params[name]?.secret) continue
    if (!isFiles(value)) plain[name] = value
    else for (const file of value) hash.update(JSON.stringify([name, file.filename, await digestOf(file)]))
  }
  return hash.update(JSON.stringify([id, plain])).digest('base64url')
}

const isFiles = (value: unknown): value is readonly UploadedFile[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item: unknown) => typeof item === 'object' && item !== null && 'read' in item)

async function digestOf({ path }: UploadedFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('base64url')
}
