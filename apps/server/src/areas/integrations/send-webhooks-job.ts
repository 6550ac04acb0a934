import type { Services } from '#call/services.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { backOff } from '#jobs/back-off.ts'
import type { Job } from '#jobs/job.ts'
import { OutgoingFailure } from '#ports/outgoing-http.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { findMessages } from '#store/messages/messages.ts'
import { deleteFromOutbox, hasDue, type OutboxRow, retryLater } from '#store/notifying/outbox.ts'
import { takeDueHooks } from '#store/notifying/outgoing-hooks.ts'
import { findConfigurations } from '#store/people/bots.ts'
import { type Ending, endHook, type Hooked } from './end-hook.ts'
import { hookRequest, type HookService } from './hook-request.ts'
import { hookAnswer, hookInterfaces } from './outgoing-rules.ts'

type Row = OutboxRow<'outgoing_hooks'>

/** Calls on their way at once, for one organization. */
const width = 64
/** Seconds after which this process tries a call again that it lost sight of. */
const lease = 120
/** Attempts after the first one, where nothing answered. */
const mostRepeats = 3
/** In seconds. */
const patience = { firstWait: 2, longestWait: 60, giveUpAfter: 300 }

/** Calls on their way, by organization. A receiver that hangs stays here while others are called. */
const underWay = new WeakMap<Services, Map<number, Set<Promise<void>>>>()

function callsOf(services: Services, organizationId: number): Set<Promise<void>> {
  const known = underWay.get(services) ?? new Map<number, Set<Promise<void>>>()
  underWay.set(services, known)
  const calls = known.get(organizationId) ?? new Set<Promise<void>>()
  known.set(organizationId, calls)
  return calls
}

/**
 * Calls the receivers of outgoing webhooks and posts their answers. Each bot gets its calls one at a time and in order; a
 * receiver that hangs delays its own bot only.
 */
export const sendWebhooksJob: Job = {
  name: 'send-webhooks',
  everySeconds: 1,
  once: true,
  awaits: 'outgoing_hooks',
  isSlow: true,
  async run(services, organizationId, mayGoOn = () => true) {
    const { db, transact } = services.data
    const { clock, processId } = services.time
    const calls = callsOf(services, organizationId)
    while (mayGoOn() && calls.size < width) {
      const now = Math.floor(clock.now() / 1000)
      if (!(await hasDue(db, 'outgoing_hooks', organizationId, processId, now))) return
      const rows = await transact(organizationId, (tx) =>
        takeDueHooks(tx, processId, width - calls.size, lease),
      )
      if (rows.length === 0) return
      const hooked = await hookedOf(services, organizationId, rows)
      const begun = rows.map((row) => {
        const call = attempt(services, row, hooked.get(row.id))
          .catch((err: unknown) =>
            services.log.error({ err, bot: row.bot_id }, 'A webhook could not be carried out.'),
          )
          .finally(() => calls.delete(call))
        calls.add(call)
        return call
      })
      await Promise.race([Promise.all(begun), services.outside.outgoing.aWhile()])
    }
  },
}

/** Carries out a call: its row is gone afterwards, or due again later. */
async function attempt(services: Services, row: Row, hooked: Hooked | undefined): Promise<void> {
  if (!hooked) {
    await services.data.transact(row.organization_id, (tx) => deleteFromOutbox(tx, 'outgoing_hooks', row.id))
    return
  }
  const ending = await callReceiver(services, hooked, row)
  if (ending === 'again') {
    const wait = backOff(patience, row.attempts, services.time.random.fraction())
    await services.data.transact(row.organization_id, (tx) =>
      retryLater(tx, 'outgoing_hooks', row.id, tx.now + wait),
    )
    return
  }
  await endHook(services, hooked, ending)
}

/** Finds everything about calls, by their rows' ids. A call is left out if its bot or its message is gone. */
async function hookedOf(
  services: Services,
  organizationId: number,
  rows: readonly Row[],
): Promise<Map<number, Hooked>> {
  const { db, directories } = services.data
  const directory = await directories.get(organizationId)
  const messages = await findMessages(db, [...new Set(rows.map((row) => row.message_id))])
  const configurations = await findConfigurations(db, [...new Set(rows.map((row) => row.bot_id))])
  const direct = [...messages.values()].filter(({ channel_id }) => channel_id === 0)
  const participants = await participantsOf(db, [
    ...new Set(direct.map(({ conversation_id }) => conversation_id)),
  ])
  const found = new Map<number, Hooked>()
  for (const row of rows) {
    const bot = directory.users.get(row.bot_id)
    const message = messages.get(row.message_id)
    const service = configurations
      .get(row.bot_id)
      ?.services.find((one): one is HookService => 'base_url' in one)
    if (!bot?.isActive || !message || !service) continue
    const among = message.channel_id === 0 ? (participants.get(message.conversation_id) ?? []) : []
    found.set(row.id, { row, directory, bot, service, message: { row: message, participants: among } })
  }
  return found
}

async function callReceiver(services: Services, hooked: Hooked, row: Row): Promise<Ending | 'again'> {
  const { service, message } = hooked
  if (service.interface === hookInterfaces.slack && message.row.channel_id === 0)
    return { kind: 'failed', shown: "Slack outgoing webhooks don't support direct messages." }
  const url = organizationUrl(services.config, hooked.directory.organization)
  const now = Math.floor(services.time.clock.now() / 1000)
  const request = hookRequest(
    { ...hooked, trigger: row.trigger, details: row.details, url },
    { id: row.id, now },
  )
  try {
    const { status, text } = await services.outside.outgoing.post(request)
    if (status < 200 || status > 299)
      return {
        kind: 'failed',
        shown: `Third party responded with ${status}`,
        reason: `the status *${status}*`,
        text,
      }
    const answer = hookAnswer(text, service.interface)
    if (answer.kind === 'wrong')
      return { kind: 'failed', shown: answer.problem, reason: answer.problem, text }
    if (answer.kind === 'say' && answer.content === '' && row.trigger !== 'action')
      return {
        kind: 'failed',
        shown: 'Buttons need a content',
        reason: 'its answer has buttons and no content',
        text,
      }
    return answer
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    if (error.trouble === 'away' && row.attempts < mostRepeats) return 'again'
    return { kind: 'failed', shown: 'Bot is unavailable', reason: error.message }
  }
}
