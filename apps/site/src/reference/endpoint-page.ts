import type { Endpoint, RoleFloor } from '@tagma/contract/define.ts'
import { takesIdempotencyKey } from '@tagma/contract/idempotency.ts'
import type { Page } from '../build/page.ts'
import { curlExample, pageExample, pythonExample, typescriptExample } from './examples.ts'
import { fieldList, parameterList } from './field-list.ts'
import { errorSlug, withinLimit, withoutPeriod } from './words.ts'

const callers: Readonly<Record<RoleFloor, string>> = {
  anyone: 'Anybody; no account is needed.',
  guest: 'Every user and bot, guests included.',
  member: 'Members and those above them; not guests.',
  moderator: 'Moderators, administrators and owners.',
  administrator: 'Administrators and owners.',
  owner: 'Owners.',
}

export interface Placed {
  readonly group: string
  readonly lastmod: string
  readonly order: number
}

/** Writes the documentation page of an endpoint. */
export function endpointPage(endpoint: Endpoint, { group, lastmod, order }: Placed): Page {
  const { id, method, path, summary } = endpoint
  const title = withoutPeriod(summary)
  return {
    slug: id,
    title,
    label: title,
    description: `${title} with ${method} ${rootOf(endpoint)}${path}: parameters, answer, errors and ${endpoint.session ? 'an example' : 'examples in curl, TypeScript and Python'}.`,
    section: 'Endpoints',
    group,
    order,
    lastmod,
    body: withinLimit((depth) => endpointBody(endpoint, depth)),
  }
}

/** The scope of an endpoint in words; empty where no access token is needed or taken. */
function scopeLine({ scope, session }: Endpoint): string {
  if (session || scope === 'any') return ''
  return scope === 'none'
    ? '**Access tokens** may not call it.'
    : `**Scope of an [access token](api-requests#access-tokens):** \`${scope}\``
}

const rootOf = ({ session }: Endpoint) => (session ? '/json' : '/api/v1')

function examplesOf(endpoint: Endpoint): string[] {
  if (endpoint.session)
    return [
      'It takes [a session](api-requests#sessions) and no API key. In a page of the server:',
      `\`\`\`ts\n${pageExample(endpoint)}\n\`\`\``,
    ]
  return [
    endpoint.role === 'anyone'
      ? 'The examples read the address of the server from the variable `CHAT_URL`.'
      : 'The examples read `CHAT_URL`, `CHAT_EMAIL` and `CHAT_KEY` from the environment: [set them first](api-requests#set-up-a-shell).',
    `\`\`\`sh tab="curl"\n${curlExample(endpoint)}\n\`\`\``,
    `\`\`\`ts tab="TypeScript"\n${typescriptExample(endpoint)}\n\`\`\``,
    `\`\`\`python tab="Python"\n${pythonExample(endpoint)}\n\`\`\``,
  ]
}

function endpointBody(endpoint: Endpoint, depth: number): string {
  const {
    method,
    path,
    role,
    bots,
    spectators,
    since,
    deprecated,
    doc,
    params,
    incomingWebhooks,
    returns,
    errors = [],
    changes = [],
  } = endpoint
  const hasParameters = Object.keys(params).length > 0
  const hasFields = Object.keys(returns).length > 0
  const levels = [
    ...(since === undefined ? [] : [{ level: since, text: 'Added.' }]),
    ...(deprecated === undefined ? [] : [{ level: deprecated, text: 'Deprecated.' }]),
    ...changes,
  ].toSorted((a, b) => b.level - a.level)
  return [
    `\`\`\`http\n${method} ${rootOf(endpoint)}${path}\n\`\`\``,
    doc ?? '',
    deprecated === undefined ? '' : `> **Deprecated** since feature level ${deprecated}.`,
    `**Who may call it:** ${callers[role]}${bots === false ? ' Not bots.' : ''}${incomingWebhooks ? ' Also bots of the type incoming webhook.' : ''}`,
    scopeLine(endpoint),
    takesIdempotencyKey(endpoint)
      ? '**Sent again** under the same [`Idempotency-Key`](api-requests#sending-again), it is carried out once.'
      : '',
    spectators === undefined
      ? ''
      : `**Without an account**, where the organization [lets everybody read web-public channels](api-requests#without-an-account): ${spectators}`,
    '## Example',
    ...examplesOf(endpoint),
    'The answer to it:',
    `\`\`\`json\n${JSON.stringify({ result: 'success', msg: '', ...endpoint.example.response }, undefined, 2)}\n\`\`\``,
    '## Parameters',
    hasParameters ? parameterList(params, depth) : 'None.',
    '## Answer',
    hasFields
      ? `Beside [the fields that every answer has](api-requests#answers):\n\n${fieldList(returns, depth)}`
      : 'Only [the fields that every answer has](api-requests#answers).',
    '## Errors',
    errors.length === 0
      ? 'Only [the errors that every endpoint can answer](errors).'
      : `Beside [the errors that every endpoint can answer](errors):\n\n${errors.map(({ code, status, when }) => `- [\`${code}\`](${errorSlug(code)})${status === undefined ? '' : ` with status ${status}`} ${when}`).join('\n')}`,
    levels.length === 0
      ? ''
      : `## History\n\n${levels.map(({ level, text }) => `- **Level ${level}** ${text}`).join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
