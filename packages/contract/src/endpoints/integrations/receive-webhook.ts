import * as z from 'zod'
import { body, endpoint, field, inPath, text } from '../../define.ts'
import { limits } from '../../limits.ts'

export const receiveWebhook = endpoint({
  id: 'receive-webhook',
  method: 'POST',
  path: '/external/{integration}',
  role: 'guest',
  scope: 'messages:write',
  incomingWebhooks: true,
  keyInAddress: true,
  alsoAt: [
    { path: '/hooks/{api_key}', gives: { integration: 'mattermost', mapping: 'channels' } },
    { path: '/api/webhooks/{bot_id}/{api_key}', gives: { integration: 'discord' }, answersNothing: true },
    { path: '/api/webhooks/{bot_id}/{api_key}/slack', gives: { integration: 'slack_incoming' } },
    { path: '/api/webhooks/{bot_id}/{api_key}/github', gives: { integration: 'github' } },
  ],
  limit: 'webhook',
  repeated: 'handler',
  summary: 'Receive what another service sends.',
  doc: 'The integration translates the payload into messages, which the bot posts. `GET /api/v1/external/{integration}` answers services that ask whether the address exists. Options of an integration are further parameters of the address. Programs that know the addresses of one product may call `/hooks/<key>` in place of Mattermost, and `/api/webhooks/<id of the bot>/<key>` in place of Discord, with `/slack` or `/github` after it for these forms.',
  params: {
    integration: inPath(z.string(), 'Name of the integration.'),
    api_key: text(
      z.string().optional(),
      'API key of the bot. It may come in the header `Authorization` instead, as `Bearer <key>` or by HTTP Basic: addresses are kept in logs.',
    ),
    bot_id: text(
      z.string().optional(),
      'Id of the bot that the key belongs to, where the address has the form of Discord.',
    ),
    stream: text(
      z.string().optional(),
      'Name or id of the channel. Omitted: the default channel of the bot, or else a direct message to its owner.',
    ),
    topic: text(z.string().optional(), 'The topic. Omitted: the integration chooses it.'),
    only_events: text(
      z.string().optional(),
      'A JSON list of events; `*`, `?` and `[…]` stand for letters. Nothing is posted for others.',
    ),
    exclude_events: text(z.string().optional(), 'A JSON list of events for which nothing is posted.'),
    mapping: text(
      z.string().optional(),
      '`channels`: the channel is the one with the name that the sender gives, if the bot may post there.',
    ),
    webhook_secret: text(
      z.string().optional(),
      'The secret by which the service signs its payloads. Unsigned ones are refused then. Better kept in the configuration of the bot.',
    ),
    template: text(
      z.string().optional(),
      'For `json`: the name of a [template of the bot](set-bot-template), which makes the message.',
    ),
    title: text(z.string().optional(), 'For `json`, with `body`: the topic, in Liquid.'),
    body: text(
      z.string().optional(),
      `For \`json\`: the message, in Liquid, instead of a template that is kept. At most ${limits.maxInlineTemplateLength} characters.`,
    ),
    payload: body('The payload, as the service sends it. JSON is recognized whatever its content type.', {
      maxMib: limits.maxWebhookMib,
    }),
  },
  returns: {
    ok: field(z.boolean().optional(), 'True, for services that want the answer of Slack.'),
    full_name: field(z.string().optional(), 'Name of the bot, where a service tests the connection.'),
    email: field(z.string().optional(), 'Address of the bot, likewise.'),
    id: field(z.int().optional(), 'Id of the bot, likewise.'),
  },
  errors: [
    { code: 'REQUEST_VARIABLE_MISSING', when: 'The request has no API key.' },
    { code: 'INVALID_API_KEY', when: 'The API key is malformed or unknown.' },
    { code: 'NOT_FOUND', when: 'This server has no integration with this name.' },
    { code: 'INVALID_JSON', when: 'The payload is not JSON.' },
    { code: 'ANOMALOUS_WEBHOOK_PAYLOAD', when: 'The payload is not of this service.' },
    { code: 'MISSING_HTTP_EVENT_HEADER', when: 'The header that names the event is missing.' },
    {
      code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
      when: 'The integration knows the event and posts nothing for it.',
    },
    {
      code: 'BAD_REQUEST',
      when: 'The signature is missing or wrong, the bot may not post there, or the service says too little.',
    },
  ],
  example: {
    request: { integration: 'json', stream: 'ops', topic: 'deploys', payload: '{"build": 7}' },
    response: {},
  },
})
