import type { Args } from '@tagma/contract/define.ts'
import type { registerQueue as endpoint } from '@tagma/contract/endpoints/events/register-queue.ts'
import { featureLevel, serverVersion } from '@tagma/contract/feature-level.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { Narrow } from '@tagma/contract/primitives.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import { findUser } from '#areas/users/visibility.ts'
import type { Call } from '#call/call.ts'
import type { RegistrationPart, Snapshot, SnapshotRequest } from '#call/snapshot.ts'
import { EventQueue, idsPerPosition } from '#events/event-queue.ts'
import { wantedTypes } from '#events/wanted-types.ts'
import { wantsLegacyEmojiType } from '#http/client-name.ts'
import type { QueueParameters } from '#model/queue-parameters.ts'
import { badRequest } from '#model/refusal.ts'
import { settleAll } from '#model/settle-all.ts'
import { Overtaken } from '#store/engines/engine.ts'
import { hasTouchedSince, newestLogId } from '#store/log/event-log.ts'
import { insertQueue, type QueueCredential, type QueueRow } from '#store/log/event-queues.ts'
import type { Tx } from '#store/log/tx.ts'
import { hasMostQueues, makeRoomForQueue } from './end-surplus-queues.ts'

type Arguments = Omit<
  Args<typeof endpoint>,
  'include_subscribers' | 'slim_presence' | 'presence_history_limit_days' | 'fetch_event_types'
> &
  Partial<
    Pick<
      Args<typeof endpoint>,
      'include_subscribers' | 'slim_presence' | 'presence_history_limit_days' | 'fetch_event_types'
    >
  >

export type Registration = RegistrationPart & Required<Pick<RegistrationPart, 'queue_id' | 'last_event_id'>>

type Reading = Omit<SnapshotRequest, 'db' | 'now'>

/**
 * Registers a queue and reads the state it starts from. Both happen in one transaction that reads one state of the
 * database, so that the answer belongs to exactly the log position where the queue begins.
 */
export async function registerQueue(
  call: Call,
  args: Arguments,
  snapshots: readonly Snapshot[],
): Promise<Registration & ReturnType<typeof versions>> {
  const { caller, services } = call
  const parameters: QueueParameters = {
    applyMarkdown: args.apply_markdown,
    clientGravatar: args.client_gravatar ?? true,
    allPublicChannels: args.all_public_streams,
    eventTypes: args.event_types ?? null,
    capabilities: args.client_capabilities ?? {},
    narrow: await resolveNarrow(call, args.narrow),
    wantsLegacyEmojiType: wantsLegacyEmojiType(call.userAgent),
    featureLevel,
  }
  const asked = {
    id: services.time.random.uuid(),
    parameters,
    idleSeconds: idleSecondsFor(args.idle_queue_timeout),
    reading: whatToRead(call, args, parameters),
    snapshots,
  }
  // Asked before the state is read: what is announced meanwhile is in the state, or comes as an event.
  const heard = await services.live.events.announced(caller.organizationId)
  const { row, part } = (await registerBeside(call, asked)) ?? (await registerInLane(call, asked))
  const queue = new EventQueue({ ...row, seenAt: services.time.clock.elapsed(), isPolled: false, heard })
  services.live.events.adopt(queue)
  return {
    ...part,
    queue_id: row.id,
    last_event_id: queue.readPosition * idsPerPosition,
    ...versions(row.idleSeconds),
  }
}

/** A registration whose arguments are checked. */
interface AskedQueue extends Pick<QueueRow, 'id' | 'parameters' | 'idleSeconds'> {
  readonly reading: Reading
  readonly snapshots: readonly Snapshot[]
}

/** A queue's row, and the state at the position where the queue begins. */
interface Registered {
  readonly row: QueueRow
  readonly part: RegistrationPart
}

/** Registers in a transaction of the lane that shares its commit with no other. */
const registerInLane = (call: Call, asked: AskedQueue): Promise<Registered> =>
  call.transact(
    async (tx) => {
      // Asked together, they share a round trip to the database.
      const [position] = await settleAll([
        newestLogId(tx.db, tx.organizationId),
        makeRoomForQueue(tx, call.services.live.events, call.caller.id),
      ])
      return readAndInsert(tx, call, asked, position)
    },
    // After a power cut, a client whose queue was lost registers again, as after a long pause.
    { alone: true, isBrief: true },
  )

/** Times that a registration tries to read beside the lane. */
const triesBeside = 2

/**
 * Registers beside the lane, where the engine can read one state so. The directory has to be that of the state, too: a
 * process that has changed its directory meanwhile, or lags behind, tries again. Returns undefined if that does not help,
 * or a queue has to give way: the lane can do both.
 */
async function registerBeside(call: Call, asked: AskedQueue): Promise<Registered | undefined> {
  const { caller, directory, services, now } = call
  const { data, live } = services
  const organizationId = directory.organization.id
  for (let tries = 0; data.beside && tries < triesBeside; tries++) {
    const { changes, position: known } = directory
    const outcome = await data
      .beside(async (db) => {
        directory.subscribers.begin(db)
        const [position, isBehind, isFull] = await settleAll([
          newestLogId(db, organizationId),
          hasTouchedSince(db, organizationId, known),
          hasMostQueues(db, caller.id),
        ])
        if (isFull) return 'full'
        if (isBehind) return 'behind'
        const registered = await readAndInsert({ db, organizationId, now }, call, asked, position)
        // Thrown, because the row of the queue must not stay.
        if (directory.changes !== changes) throw new Overtaken('The directory has changed')
        return registered
      })
      .catch((error: unknown) => {
        if (error instanceof Overtaken) return 'overtaken'
        throw error
      })
    if (typeof outcome === 'object') return outcome
    if (outcome === 'full') return undefined
    if (outcome === 'behind') await live.events.log.catchUp(organizationId)
  }
  return undefined
}

/** Reads the state in a transaction, and inserts the row of its queue. */
async function readAndInsert(
  tx: Pick<Tx, 'db' | 'organizationId' | 'now'>,
  call: Call,
  { reading, snapshots, ...queue }: AskedQueue,
  position: number,
): Promise<Registered> {
  const { organizationId } = tx
  const row = { ...queue, organizationId, userId: call.caller.id, position, credential: credentialOf(call) }
  const user = call.directory.users.get(call.caller.id) ?? call.caller
  const request = { ...reading, user, db: tx.db, now: tx.now }
  const [parts] = await settleAll([
    settleAll(snapshots.map((snapshot) => snapshot(request))),
    insertQueue(tx, row),
  ])
  const part: RegistrationPart = {}
  for (const each of parts) Object.assign(part, each)
  return { row, part }
}

/** Reads the state for a spectator. There is no queue, because nothing is stored for spectators. */
export async function readAsSpectator(
  call: Call,
  args: Arguments,
  snapshots: readonly Snapshot[],
): Promise<Registration & ReturnType<typeof versions>> {
  for (const name of ['include_subscribers', 'client_gravatar'] as const)
    if (args[name] !== undefined && args[name] !== false)
      throw badRequest(`Without an account, ${name} cannot be true.`)
  const reading = whatToRead(call, args, {
    clientGravatar: false,
    capabilities: args.client_capabilities ?? {},
    wantsLegacyEmojiType: wantsLegacyEmojiType(call.userAgent),
  })
  const built: RegistrationPart = {}
  // One after another: these readings do not share a connection, and one call shall not take them all.
  for (const snapshot of snapshots)
    Object.assign(built, await snapshot({ ...reading, db: call.db, now: call.now }))
  return {
    ...built,
    queue_id: null,
    last_event_id: -1,
    ...versions(idleSecondsFor(args.idle_queue_timeout)),
  }
}

/** The credential that ends with the queues that it registers. */
function credentialOf({ session, token }: Call): QueueCredential | undefined {
  if (session) return { kind: 'session', id: session.id }
  return token && { kind: 'token', id: token.id }
}

function whatToRead(
  { caller, directory, services }: Call,
  args: Arguments,
  parameters: Pick<QueueParameters, 'capabilities' | 'clientGravatar' | 'wantsLegacyEmojiType'>,
): Reading {
  const fetched = args.fetch_event_types ?? args.event_types
  const wanted = fetched && wantedTypes(fetched)
  return {
    directory,
    user: caller,
    services,
    wants: (type) => !wanted || wanted.has(type),
    options: {
      capabilities: parameters.capabilities,
      clientGravatar: parameters.clientGravatar,
      includeSubscribers: args.include_subscribers ?? false,
      slimPresence: args.slim_presence ?? false,
      presenceHistoryDays: args.presence_history_limit_days ?? 14,
      wantsLegacyEmojiType: parameters.wantsLegacyEmojiType,
    },
  }
}

function versions(idleSeconds: number) {
  return {
    zulip_version: serverVersion,
    zulip_feature_level: featureLevel,
    zulip_merge_base: serverVersion,
    event_queue_longpoll_timeout_seconds: limits.longPollTimeoutSeconds,
    idle_queue_timeout_secs: idleSeconds,
  }
}

function idleSecondsFor(asked: number | 'mobile' | undefined): number {
  if (asked === undefined) return limits.idleQueueSeconds
  if (asked === 'mobile') return limits.mobileIdleQueueSeconds
  return Math.min(Math.max(asked, limits.idleQueueSeconds), limits.maxIdleQueueSeconds)
}

const queueOperators: Readonly<Record<string, readonly string[] | undefined>> = {
  channel: undefined,
  stream: undefined,
  topic: undefined,
  subject: undefined,
  sender: undefined,
  is: ['dm', 'private', 'mentioned', 'alerted', 'starred', 'unread'],
}

/** Turns the names in a queue's narrow into ids, so that delivery need not look them up. */
async function resolveNarrow({ db, directory, caller }: Call, narrow: Narrow): Promise<Narrow> {
  const resolved: Narrow[number][] = []
  for (const term of narrow) {
    if (!(term.operator in queueOperators)) throw badRequest(`Operator ${term.operator} not supported.`)
    const operands = queueOperators[term.operator]
    if (operands && !operands.includes(String(term.operand)))
      throw badRequest(`Operator ${term.operator}:${String(term.operand)} not supported.`)
    const named = typeof term.operand === 'number' ? term.operand : String(term.operand)
    if (term.operator === 'channel' || term.operator === 'stream') {
      const channel = await findChannel(db, directory, caller, named)
      if (!channel) throw badRequest('Invalid narrow: unknown channel')
      resolved.push({ ...term, operand: channel.id })
    } else if (term.operator === 'sender') {
      const sender = await findUser(db, directory, caller, named)
      if (!sender) throw badRequest('Invalid narrow: unknown user')
      resolved.push({ ...term, operand: sender.id })
    } else resolved.push(term)
  }
  return resolved
}
