import { sendTo } from './api-loads.ts'
import { startContestant } from './api.ts'
import type { Figure, Measurement } from './figure.ts'
import { type Load, measure, type Measured, summary } from './load.ts'
import { call, type Seeded } from './seed.ts'
import type { Running } from './server.ts'

const windows = 3

type Plan = Omit<Load, 'seconds'>

/** A thing that is done over the API, and by a tool. */
interface Pair {
  readonly name: string
  readonly api: Plan
  readonly tool: Plan
}

/**
 * Measures calls of tools by agents against the same calls over the API, in turn in the same run. CPU time, because it
 * says more than the rate where others use the machine too.
 */
export const agents: Measurement = {
  name: 'agents',
  title: 'Agents',
  async run(options) {
    const { server, organization } = await startContestant(options)
    const pairs = await pairsOf(server, organization)
    try {
      const figures: Figure[] = []
      for (const { name, api, tool: byTool } of pairs) {
        const [overApi, overMcp] = await inTurn([api, byTool], options.seconds, server.cpuSeconds)
        if (!overApi || !overMcp) continue
        figures.push({
          name: `Tool ${name}: CPU beside the same over the API`,
          value: overMcp.cpuMicroseconds / overApi.cpuMicroseconds,
          unit: 'times',
          atMost: 1.5,
          note: `${overMcp.cpuMicroseconds.toFixed(0)} µs, over the API ${overApi.cpuMicroseconds.toFixed(0)} µs`,
        })
      }
      return figures
    } finally {
      await server.stop()
    }
  },
}

/** A call of a tool, as a load. */
const toolCall = (
  server: Running,
  by: Pick<Plan, 'authorization' | 'connections'>,
  name: string,
  args: object,
): Plan & { readonly body: string } => ({
  ...by,
  url: `${server.url}/mcp`,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
})

async function pairsOf(server: Running, organization: Seeded): Promise<Pair[]> {
  const [authorization = ''] = organization.read.subscribers
  const by = { authorization, connections: 16 }
  const tool = (name: string, args: object) => toolCall(server, by, name, args)
  const { sent, read } = organization
  const [sender = ''] = sent.subscribers
  const { messages } = await call(server, authorization, 'GET', '/messages', {
    anchor: 'newest',
    num_before: '2000',
    num_after: '0',
    apply_markdown: 'false',
  })
  const ids = (messages as readonly { readonly id: number }[]).map(({ id }) => id)
  // Asked the same again, the API would remember its answer.
  const anyId = () => ids[Math.floor(Math.random() * ids.length)] ?? 0
  const api = sendTo(sent, server)
  const narrow = encodeURIComponent(JSON.stringify([{ operator: 'channel', operand: read.name }]))
  const page = (anchor: number) =>
    `/api/v1/messages?anchor=${anchor}&include_anchor=false&num_before=50&num_after=0&apply_markdown=false&narrow=${narrow}`
  return [
    {
      name: 'get_message',
      api: {
        ...by,
        url: server.url,
        vary: () => ({ path: `/api/v1/messages/${anyId()}?apply_markdown=false` }),
      },
      tool: {
        ...tool('get_message', {}),
        vary: () => ({ body: tool('get_message', { message: String(anyId()) }).body }),
      },
    },
    {
      name: 'search_messages, 50 messages',
      api: { ...by, url: server.url, vary: () => ({ path: page(anyId()) }) },
      tool: {
        ...tool('search_messages', {}),
        vary: () => ({
          body: tool('search_messages', { channel: read.name, limit: 50, cursor: anyId() }).body,
        }),
      },
    },
    {
      name: 'send_message',
      api: { ...api, connections: 16, body: `${api.body}&read_by_sender=false` },
      tool: {
        ...tool('send_message', {
          to: { channel: sent.name, topic: 'bench' },
          content: 'Hello **world**, how are you today?',
        }),
        authorization: sender,
      },
    },
  ]
}

/** Measures loads in turn, window after window. The first window does not count. */
async function inTurn(
  plans: readonly Plan[],
  seconds: number,
  cpuSeconds: () => number,
): Promise<Measured[]> {
  const measured = plans.map((): Measured[] => [])
  for (let window = 0; window <= windows; window++) {
    for (const [index, plan] of plans.entries()) {
      const one = await measure({ ...plan, seconds }, cpuSeconds)
      if (window > 0) measured[index]?.push(one)
    }
  }
  return measured.map(summary)
}
