import { isGuest } from '@tagma/rules/roles.ts'
import * as z from 'zod'
import { JsonText } from '#call/json-fields.ts'
import type { Services } from '#call/services.ts'
import { tryOut, type WouldBeEvent } from '#call/try-out.ts'
import { withTransactions } from '#call/with-transactions.ts'
import type { EndpointCaller } from '#http/endpoint-caller.ts'
import type { Audience } from '#model/audience.ts'
import { Refusal } from '#model/refusal.ts'
import { subscribersOf } from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertAgentAction, type AgentOutcome } from '#store/people/agent-actions.ts'
import { planOf, requirePlan } from './plan.ts'
import { ToolUse } from './tool-use.ts'
import type { Fields, Tool } from './tool.ts'

/** An agent that calls tools. */
export interface Agent {
  readonly api: EndpointCaller
  readonly services: Services
  /** Name of its program. */
  readonly client: string
  /** True if its program can ask its person. */
  readonly canAsk: boolean
}

/** A call of a tool as it arrives. */
export interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>
  /** The plan that the program brings back, after it has asked. */
  readonly requestState?: string | undefined
  /** The person's answer. */
  readonly answer?: { readonly action: string; readonly goAhead: boolean } | undefined
}

/** The result of a tool, in the words of MCP. */
export type ToolResult = Fields

/** Calls a tool. What the caller did wrong is a result with `isError` that says what would work. */
export async function callTool(agent: Agent, tool: Tool, call: ToolCall): Promise<ToolResult> {
  const { caller, token } = agent.api
  const read = tool.input.safeParse(call.args)
  if (!read.success) return failed(z.prettifyError(read.error))
  const args = read.data as WritingArgs
  try {
    const subject = token ? `token ${token.id}` : `user ${caller.id}`
    agent.services.limits.countAgainst('agent', subject)
    if (!tool.writes) return shown(await tool.run(useOf(agent, agent.services), args as never))
    if (args.dry_run !== true) agent.services.limits.countAgainst('agent_write', subject)
    return await write(agent, tool, args, call)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (tool.writes) await note(agent, tool, 'refused')
    return failed(error.message, error.code)
  }
}

type WritingArgs = Fields & {
  readonly dry_run?: boolean
  readonly idempotency_key?: string
  readonly plan?: string
}

/** Does what changes something: only to see what would happen, after a question, or at once. */
async function write(agent: Agent, tool: Tool, args: WritingArgs, call: ToolCall): Promise<ToolResult> {
  const quiet = withoutMedia(agent.services)
  if (args.dry_run === true) {
    const { services, events } = tryOut(quiet)
    await tool.run(useOf(agent, services), args as never)
    const question = await tool.asks?.(useOf(agent, services), args as never)
    return shown({
      dry_run: true,
      effects: await effectsOf(agent, events),
      ...(question === undefined ? {} : { asks_first: question }),
    })
  }
  const { plan: given, ...asked } = args
  const planned = { user: agent.api.caller, tool: tool.name, args: asked }
  const plan = call.requestState ?? given
  const now = Math.floor(agent.services.time.clock.now() / 1000)
  let key = args.idempotency_key
  if (plan !== undefined) {
    const once = requirePlan(planned, plan, now)
    if (call.requestState !== undefined && !(call.answer?.action === 'accept' && call.answer.goAhead)) {
      await note(agent, tool, 'declined')
      return failed('The person did not agree. Nothing was done; do not try again unless they ask for it.')
    }
    key ??= `plan ${once}`
  } else {
    const question = await tool.asks?.(useOf(agent, quiet), args as never)
    if (question !== undefined) {
      await note(agent, tool, 'asked')
      return ask(agent, question, planOf(planned, now, agent.services.time.random))
    }
  }
  const use: ToolUse = useOf(
    agent,
    noting(agent, tool, quiet, () => use),
    key,
  )
  return shown(await tool.run(use, args as never))
}

const useOf = (agent: Agent, services: Services, key?: string) => new ToolUse(agent.api, services, key)

/**
 * Services that load no pictures of other servers: an address that a message made an agent write could carry a secret
 * out.
 */
const withoutMedia = (services: Services): Services => ({
  ...services,
  outside: { ...services.outside, externalMedia: undefined },
})

/** Services that write down what the agent did, in the transaction that does it. */
function noting(agent: Agent, tool: Tool, services: Services, use: () => ToolUse): Services {
  let isNoted = false
  return withTransactions(services, async (organizationId, body, options) => {
    if (isNoted) return services.data.transact(organizationId, body, options)
    isNoted = true
    return services.data.transact(
      organizationId,
      async (tx) => {
        const value = await body(tx)
        await insert(tx, agent, tool, 'done', use())
        return value
      },
      options,
    )
  })
}

const insert = (tx: Tx, agent: Agent, tool: Tool, outcome: AgentOutcome, use?: ToolUse) =>
  insertAgentAction(tx, {
    userId: agent.api.caller.id,
    tokenId: agent.api.token?.id ?? null,
    client: agent.client,
    tool: tool.name,
    touched: use?.touched ?? { channels: [], messages: [], users: [] },
    outcome,
  })

/** Writes down a call that changed nothing. */
const note = (agent: Agent, tool: Tool, outcome: 'asked' | 'declined' | 'refused') =>
  agent.services.data.transact(agent.api.directory.organization.id, (tx) => insert(tx, agent, tool, outcome))

/** Has the program ask its person, or tells the agent to. */
function ask({ canAsk }: Agent, question: string, plan: string): ToolResult {
  if (!canAsk)
    return {
      ...failed(
        `${question} Nothing was done yet. Ask your person; if they agree, call again with the same arguments and this plan: ${plan} (dry_run shows what would happen.)`,
      ),
      structuredContent: { asks_first: question, plan },
    }
  return {
    resultType: 'input_required',
    inputRequests: {
      go_ahead: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: question,
          requestedSchema: {
            type: 'object',
            properties: { go_ahead: { type: 'boolean', title: 'Do it', default: false } },
            required: ['go_ahead'],
          },
        },
      },
    },
    requestState: plan,
  }
}

/** Counts the people and messages that events would have concerned. */
async function effectsOf(agent: Agent, events: readonly WouldBeEvent[]): Promise<Fields[]> {
  const effects: Fields[] = []
  for (const { event, audience } of events) {
    if (event.type === 'touch') continue
    const people = await sizeOf(agent, audience)
    const messages = 'message_ids' in event && Array.isArray(event.message_ids) ? event.message_ids.length : 0
    effects.push({
      event: 'op' in event ? `${event.type}/${event.op}` : event.type,
      ...(people > 0 ? { people } : {}),
      ...(messages > 0 ? { messages } : {}),
    })
  }
  return effects
}

/** The number of people in an audience. */
async function sizeOf({ services, api }: Agent, audience: Audience): Promise<number> {
  const { users = [], channels = [], received, everyone, members, except = [] } = audience
  const ids = new Set(users)
  if (everyone || members)
    for (const user of api.directory.users.values())
      if (user.isActive && (everyone || !isGuest(user))) ids.add(user.id)
  const places = received ? [...channels, received.channel] : channels
  for (const list of (await subscribersOf(services.data.db, places)).values())
    for (const id of list) ids.add(id)
  for (const id of except) ids.delete(id)
  return ids.size
}

function shown(fields: Fields): ToolResult {
  const { picture, base64, ...rest } = fields
  const text = JSON.stringify(typeof picture === 'string' ? rest : fields)
  const image = typeof picture === 'string' ? [{ type: 'image', data: base64, mimeType: picture }] : []
  return { content: [...image, { type: 'text', text }], structuredContent: new JsonText(text) }
}

const failed = (message: string, code?: string): ToolResult => ({
  content: [{ type: 'text', text: message }],
  isError: true,
  ...(code === undefined ? {} : { structuredContent: { code, message } }),
})
