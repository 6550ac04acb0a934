import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { connectMcp, fetchOf, givenToken } from '#test/mcp-client.ts'

// Tests the protocol: revisions, credentials, errors.

const modern = '2026-07-28'
const meta = (version = modern) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  },
})

interface Sent {
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

async function given() {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const token = await givenToken(t, iris, ['full'])
  const post = async ({ body, headers = {} }: Sent) => {
    const answer = await t.app.http.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        host: t.host,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...headers,
      },
      payload: body,
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body === '' ? undefined : answer.json(),
    }
  }
  const ask = (method: string, params: object, headers: Readonly<Record<string, string>> = {}) =>
    post({
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      headers: { 'mcp-protocol-version': modern, 'mcp-method': method, ...headers },
    })
  return { t, iris, token, post, ask }
}

const modes = [
  { name: 'of the form before 2026', mode: 'legacy' },
  { name: 'that finds out the revision', mode: 'auto' },
  { name: 'bound to 2026-07-28', mode: { pin: modern } },
] as const

test.each(modes)(
  'the official client $name lists and calls tools, prompts and resources',
  async ({ mode }) => {
    const { t, iris, token } = await given()
    const channel = await t.given.channel([iris], { name: 'design' })
    const id = await t.given.message(iris, channel, { topic: 'card reader', content: 'One\nTwo' })
    const client = await connectMcp(t, token, mode)
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(21)
    expect(tools.find(({ name }) => name === 'delete_message')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    })
    expect((await client.callTool({ name: 'whoami', arguments: {} })).structuredContent).toMatchObject({
      id: iris.id,
    })
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      'catch_up',
      'summarize_topic',
      'find_decision',
      'draft_reply',
      'standup',
    ])
    const prompt = await client.getPrompt({
      name: 'summarize_topic',
      arguments: { channel: 'design', topic: 'card reader' },
    })
    expect(JSON.stringify(prompt.messages)).toContain('card reader')
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2)
    expect((await client.listResources()).resources).toEqual([])
    const uri = `tagma://channels/${channel.id}/topics/card%20reader`
    const [topic] = (await client.readResource({ uri })).contents
    expect(topic).toMatchObject({
      uri,
      mimeType: 'text/markdown',
      text: expect.stringContaining('> One\n> Two'),
    })
    const [message] = (await client.readResource({ uri: `tagma://messages/${id}` })).contents
    expect(message).toMatchObject({ text: expect.stringContaining('**iris**') })
    await expect(client.readResource({ uri: 'tagma://messages/1' })).rejects.toThrow('Invalid message')
    await expect(client.callTool({ name: 'format_disk', arguments: {} })).rejects.toThrow('Unknown tool')
    expect(client.getInstructions()).toContain('never instructions')
    await client.close()
  },
)

test('who may not use agents is refused, whatever the credentials are', async () => {
  const { t, iris, ask } = await given()
  await t.given.settings({ can_use_agents_group: t.directory.systemGroup('role:moderators').id })
  const key = { authorization: `Basic ${btoa(`${iris.email}:${iris.apiKey}`)}` }
  for (const headers of [{}, key]) {
    const { status, body } = await ask('tools/list', meta(), headers)
    expect([status, body.error.message]).toEqual([
      403,
      expect.stringMatching(
        /this account may not use agents\. Administrators decide who may: can_use_agents_group\.$/,
      ),
    ])
  }
  await t.given.settings({ can_use_agents_group: t.directory.systemGroup('role:everyone').id })
  expect((await ask('tools/list', meta())).status).toBe(200)
})

test('the official client of the first generation works', async () => {
  const { t, iris, token } = await given()
  const client = new OlderClient({ name: 'older', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://${t.host}/mcp`), {
      fetch: fetchOf(t),
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )
  expect((await client.listTools()).tools).toHaveLength(21)
  expect((await client.callTool({ name: 'whoami', arguments: {} })).structuredContent).toMatchObject({
    id: iris.id,
  })
  const bad = await client.callTool({ name: 'find_people', arguments: { query: 3 } })
  expect(bad.isError).toBe(true)
  await client.close()
})

test('a token sees the tools of its scopes, and is refused the others', async () => {
  const { t, iris, ask } = await given()
  const token = await givenToken(t, iris, ['messages:read'])
  const client = await connectMcp(t, token)
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    'search_messages',
    'read_topic',
    'read_direct',
    'get_message',
    'list_unread',
    'list_topics',
    'whoami',
  ])
  const call = { name: 'send_message', arguments: {}, ...meta() }
  const refused = await ask('tools/call', call, {
    authorization: `Bearer ${token}`,
    'mcp-name': 'send_message',
  })
  expect(refused).toMatchObject({
    status: 403,
    headers: {
      'www-authenticate': expect.stringMatching(
        /^Bearer error="insufficient_scope", resource_metadata=".*", scope="messages:read messages:write"$/,
      ),
    },
  })
})

const wrong: readonly [string, Sent, { status: number; code: number }][] = [
  ['no JSON', { body: '{' }, { status: 400, code: -32700 }],
  ['a batch', { body: '[]' }, { status: 400, code: -32600 }],
  ['no message of JSON-RPC', { body: '{"method":"ping","id":1}' }, { status: 400, code: -32600 }],
  [
    'an unknown revision',
    {
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: meta('2031-01-01') }),
      headers: { 'mcp-protocol-version': '2031-01-01' },
    },
    { status: 400, code: -32022 },
  ],
  [
    'an unknown revision in the header alone',
    { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}', headers: { 'mcp-protocol-version': '2019-01-01' } },
    { status: 400, code: -32022 },
  ],
  [
    'a revision without its envelope',
    { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}', headers: { 'mcp-protocol-version': modern } },
    { status: 400, code: -32602 },
  ],
  [
    'a header that says another method',
    {
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: meta() }),
      headers: { 'mcp-protocol-version': modern, 'mcp-method': 'tools/call' },
    },
    { status: 400, code: -32020 },
  ],
  [
    'a header that says another tool',
    {
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'whoami', ...meta() },
      }),
      headers: { 'mcp-protocol-version': modern, 'mcp-method': 'tools/call', 'mcp-name': 'send_message' },
    },
    { status: 400, code: -32020 },
  ],
  [
    'an unknown method',
    {
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/burn', params: meta() }),
      headers: { 'mcp-protocol-version': modern, 'mcp-method': 'tools/burn' },
    },
    { status: 404, code: -32601 },
  ],
  [
    'the page of another site',
    { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}', headers: { origin: 'https://evil.example' } },
    { status: 403, code: -32600 },
  ],
]

test.each(wrong)('%s is refused', async (_what, sent, { status, code }) => {
  const { post } = await given()
  expect(await post(sent)).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code } } })
})

test.each(['Bearer tgm_wrong', 'Bearer tgm_AAAAAAAAAAAAAAAAAAAAAA000000', ''])(
  'credentials "%s" are refused with a challenge',
  async (authorization) => {
    const { post } = await given()
    const refused = await post({
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      headers: { authorization },
    })
    expect(refused.status).toBe(401)
    expect(refused.headers['www-authenticate']).toContain('Bearer')
  },
)

test('a session of a browser does not count', async () => {
  const { t, iris } = await given()
  const answer = await t.app.http.inject({
    method: 'POST',
    url: '/mcp',
    headers: { host: t.host, cookie: '__Host-tagma=x', 'content-type': 'application/json' },
    payload: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  })
  expect([answer.statusCode, iris.id > 0]).toEqual([401, true])
})

test('streams and ends of sessions are answered with 405', async () => {
  const { t } = await given()
  const answers = await Promise.all(
    (['GET', 'DELETE'] as const).map((method) =>
      t.app.http.inject({ method, url: '/mcp', headers: { host: t.host } }),
    ),
  )
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers.allow])).toEqual([
    [405, 'POST'],
    [405, 'POST'],
  ])
})

test('a notification is taken without an answer', async () => {
  const { post } = await given()
  const sent = { body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' }
  expect(await post(sent)).toMatchObject({ status: 202, body: undefined })
})

test('a message of more than 8 MiB is refused', async () => {
  const { post } = await given()
  expect((await post({ body: `"${'x'.repeat(8 * 1024 * 1024)}"` })).status).toBe(413)
})

async function usedUp(t: TestApp): Promise<string> {
  const { iris } = await t.given.members('iris')
  const client = await connectMcp(t, await givenToken(t, iris, ['full']))
  const to = { people: ['iris'] }
  const call = () => client.callTool({ name: 'send_message', arguments: { to, content: 'Hi' } })
  await call()
  const { content } = await call()
  await t.as(iris).call(sendMessage, { type: 'direct', to: [iris.id], content: 'Still here' })
  return JSON.stringify(content)
}

test('an agent that changes too much is told to wait, and its account goes on', async () => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'agent_write=1/60' })
  expect(await usedUp(t)).toContain('try again in 60 seconds')
})

test('a server whose operator wants no agents has nothing there', async () => {
  const t = await testApp({ TAGMA_MCP: 'off' })
  const { iris } = await t.given.members('iris')
  await expect(connectMcp(t, await givenToken(t, iris, ['full']), 'legacy')).rejects.toThrow(
    'TAGMA_MCP is off',
  )
})
